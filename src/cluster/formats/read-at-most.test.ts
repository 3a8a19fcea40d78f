import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../errors/bounds.ts';
import { countAgainst, readBeginning, readWithin } from './read-at-most.ts';

const chunks = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text));

async function* endless(): AsyncGenerator<Buffer, void> {
  for (;;) yield await Promise.resolve(Buffer.alloc(1024));
}

describe('a counter', () => {
  it('allows the bound and throws for one byte more', () => {
    const { add } = countAgainst('file', 'the file F');
    add(BOUNDS.file.most);
    expect(() => add(1)).toThrow(expect.objectContaining({ kind: 'too-large' }));
    expect(() => add(1)).toThrow(/^the file F /);
  });
});

describe('readWithin', () => {
  it('joins the chunks of a stream', async () => {
    expect((await readWithin(chunks('ab', 'c'), 'file', 'f')).toString()).toBe('abc');
  });

  it('ends an endless stream', async () => {
    await expect(readWithin(endless(), 'upgradeRefusal', 's')).rejects.toMatchObject({ kind: 'too-large' });
  });
});

describe('readBeginning', () => {
  it.each([
    { label: 'all of a short stream', most: 10, expected: 0 },
    { label: 'the first bytes of a long one', most: 3, expected: 3 },
  ])('reads $label', async ({ most, expected }) => {
    const source = most === 10 ? (async function* () {})() : endless();
    expect(await readBeginning(source, most)).toHaveLength(expected);
  });
});
