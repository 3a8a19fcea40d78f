import { describe, expect, it } from 'vitest';
import { parseRelaxedPath } from './json-path-grammar.ts';
import { compareSortKeys, sortKeyOf } from './sort-key.ts';

/** The values of a field in the order in which their pods are shown. */
function sorted(values: readonly unknown[]): readonly unknown[] {
  const path = parseRelaxedPath('.a');
  return values
    .map((a) => ({ a, key: sortKeyOf(path, a === undefined ? {} : { a }) }))
    .toSorted((left, right) => compareSortKeys(left.key, right.key))
    .map(({ a }) => a);
}

describe('sorting pods', () => {
  it.each([
    { label: 'text by its characters', values: ['b', 'a', 'B', 'aa'], expected: ['B', 'a', 'aa', 'b'] },
    { label: 'numbers by size', values: [10, 9, -1, 2.5], expected: [-1, 2.5, 9, 10] },
    {
      label: 'quantities by size',
      values: ['1Gi', '500M', '2', '1500m', '1e3'],
      expected: ['1500m', '2', '1e3', '500M', '1Gi'],
    },
    {
      label: 'times as they come',
      values: ['2026-01-02T00:00:00Z', '2025-12-31T00:00:00Z'],
      expected: ['2025-12-31T00:00:00Z', '2026-01-02T00:00:00Z'],
    },
    {
      label: 'what is missing first, then nulls',
      values: ['a', null, undefined],
      expected: [undefined, null, 'a'],
    },
    {
      label: 'equals in the order in which they came',
      values: ['1', '1000m', '1.0'],
      expected: ['1', '1000m', '1.0'],
    },
    { label: 'a unit that does not exist as text', values: ['9x', '10x'], expected: ['10x', '9x'] },
  ])('puts $label', ({ values, expected }) => {
    expect(sorted(values)).toEqual(expected);
  });

  it('takes a list that is too short for an index for a missing value', () => {
    expect(sortKeyOf(parseRelaxedPath('.a[1]'), { a: ['x'] })).toEqual({ kind: 'missing' });
  });

  it.each([[['x']], [{ b: 1 }], [true]])('refuses to compare %j', (a) => {
    expect(() => sorted([a, 'x'])).toThrow(/neither a text nor a number/);
    expect(sorted([a, undefined])).toEqual([undefined, a]);
  });

  it('refuses to compare a text with a number', () => {
    expect(() => sorted(['a', 1])).toThrow(/a text in one pod and a number in another/);
  });
});
