import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLogged, asOnTerminal, endsWith, startsWith, withoutLastCr } from './line-ends.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('asLogged', () => {
  it.each([
    ['a\r\nb', 'a\nb'],
    ['a\r\r\nb', 'a\r\nb'],
    ['a\rb\n', 'a\rb\n'],
    ['\r\n\r\n', '\n\n'],
    ['abc', 'abc'],
  ])('drops exactly one CR before each LF of %j', (raw, logged) => {
    expect(asLogged(bytes(raw)).toString('latin1')).toBe(logged);
  });

  it('gives a terminal its bytes back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a\r\n]{0,30}$/), (printed) => {
        const shown = asOnTerminal(bytes(printed));
        expect(asOnTerminal(asLogged(shown)).equals(shown)).toBe(true);
      }),
    );
  });
});

describe('withoutLastCr', () => {
  it.each([
    ['a\r', 'a'],
    ['a\r\r', 'a\r'],
    ['a\r\n', 'a\r\n'],
    ['\r', ''],
    ['', ''],
  ])('drops one CR at the end of %j', (text, expected) => {
    expect(withoutLastCr(bytes(text)).toString()).toBe(expected);
  });
});

describe('startsWith and endsWith', () => {
  it.each([
    { text: 'abc', part: 'ab', starts: true, ends: false },
    { text: 'abc', part: 'bc', starts: false, ends: true },
    { text: 'abc', part: 'abc', starts: true, ends: true },
    { text: 'abc', part: '', starts: true, ends: true },
    { text: 'bc', part: 'abc', starts: false, ends: false },
    { text: 'ab', part: 'abc', starts: false, ends: false },
  ])('compares $text with $part', ({ text, part, starts, ends }) => {
    expect(startsWith(bytes(text), bytes(part))).toBe(starts);
    expect(endsWith(bytes(text), bytes(part))).toBe(ends);
  });
});
