import { describe, expect, it } from 'vitest';
import { BOUNDS, shownText, sizeText, tooLarge } from './bounds.ts';

it.each([
  { bytes: 16 * 1024, text: '16 KiB' },
  { bytes: 1024 * 1024, text: '1 MiB' },
  { bytes: 256 * 1024 * 1024, text: '256 MiB' },
])('writes $bytes bytes as $text', ({ bytes, text }) => {
  expect(sizeText(bytes)).toBe(text);
});

describe('tooLarge', () => {
  it.each([
    { name: 'file', message: 'big.yaml is larger than 16 MiB' },
    { name: 'documents', message: 'big.yaml has more than 10,000 documents' },
    { name: 'answerValues', message: 'big.yaml has more than 16,000,000 values' },
    { name: 'nesting', message: 'big.yaml is nested more than 300 levels deep' },
  ] as const)('names the bound $name', ({ name, message }) => {
    expect(tooLarge(name, 'big.yaml')).toMatchObject({ kind: 'too-large', message });
  });

  it('has a hint if the user can do something', () => {
    expect(tooLarge('file', 'x').hint).toBe('split it into smaller files');
    expect(tooLarge('line', 'x').hint).toBeUndefined();
  });
});

describe('shownText', () => {
  it('keeps a text up to the bound, and cuts off a longer one', () => {
    const whole = 'x'.repeat(BOUNDS.statusText.most);
    expect(shownText(whole)).toBe(whole);
    expect(shownText(`${whole}y`)).toBe(`${whole}… (cut off after 16 KiB)`);
  });
});
