import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseClasses, type Keys } from './choose-classes.ts';

describe('chooseClasses', () => {
  it.each<{ label: string; rows: readonly Keys[]; expected: readonly (readonly number[])[] }>([
    { label: 'nothing', rows: [], expected: [] },
    {
      label: 'equal outputs',
      rows: [
        ['m', 'r'],
        ['m', 'r'],
      ],
      expected: [[0, 1]],
    },
    {
      label: 'outputs that are equal once masked',
      rows: [
        ['m', 'r1'],
        ['m', 'r2'],
      ],
      expected: [[0, 1]],
    },
    {
      label: 'outputs that are equal unless masked',
      rows: [
        ['m1', 'r'],
        ['m2', 'r'],
      ],
      expected: [[0, 1]],
    },
    {
      label: 'different outputs',
      rows: [
        ['m1', 'r1'],
        ['m2', 'r2'],
      ],
      expected: [[0], [1]],
    },
    {
      label: 'two different outputs that a third equals, in either way',
      rows: [
        ['m1', 'r1'],
        ['m1', 'r2'],
        ['m2', 'r2'],
      ],
      expected: [[0, 1], [2]],
    },
    {
      label: 'a row of two classes, into the larger one',
      rows: [
        ['m1', 'r1'],
        ['m1', 'r2'],
        ['m2', 'r2'],
        ['m3', 'r2'],
      ],
      expected: [[1, 2, 3], [0]],
    },
  ])('folds $label', ({ rows, expected }) => {
    expect(chooseClasses(rows).map(({ members }) => members)).toEqual(expected);
  });

  it('puts each row into exactly one class, with a key that all in it have', () => {
    const keys = fc.tuple(fc.constantFrom('m1', 'm2', 'm3', 'm4'), fc.constantFrom('r1', 'r2', 'r3', 'r4'));
    fc.assert(
      fc.property(fc.array(keys), (rows) => {
        const classes = chooseClasses(rows);
        const members = classes.flatMap((one) => one.members);
        expect(members.toSorted((a, b) => a - b)).toEqual([...rows.keys()]);
        for (const one of classes) for (const index of one.members) expect(rows[index]).toContain(one.key);
      }),
    );
  });

  it('never leaves two classes that share a key and could be one', () => {
    const keys = fc.tuple(fc.constantFrom('m1', 'm2'), fc.constantFrom('r1', 'r2', 'r3'));
    fc.assert(
      fc.property(fc.array(keys), (rows) => {
        const seen = chooseClasses(rows).map(({ key }) => key);
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });
});
