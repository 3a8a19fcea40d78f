import { describe, expect, it } from 'vitest';
import { suggestWord } from './suggest.ts';

describe('suggestWord', () => {
  it.each([
    ['web-1', ['web-2', 'db-1'], 'web-2'],
    ['wbe-1', ['web-1'], 'web-1'],
    ['we-1', ['web-1'], 'web-1'],
    ['webb-11', ['web-1'], 'web-1'],
    ['nmaespaec', ['namespace'], 'namespace'],
    ['web', ['db'], undefined],
    ['wb', ['web'], undefined],
    ['images', ['image', 'imagess'], 'image'],
    ['abcdefgh', ['ghabcdef'], undefined],
  ])('takes %s for the nearest of %s', (typed, known, expected) => {
    expect(suggestWord(typed, known)).toBe(expected);
  });

  it('compares no words that are longer than any name', () => {
    // Letter by letter these are ten thousand million comparisons.
    const long = 'a'.repeat(100_000);
    expect(suggestWord(`${long}b`, [`${long}c`])).toBeUndefined();
    const name = 'a'.repeat(252);
    expect(suggestWord(`${name}b`, [`${name}c`])).toBe(`${name}c`);
  });
});
