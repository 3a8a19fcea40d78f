import { describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow, type RowFields } from '../../../../test/builders/a-run-row.ts';
import type { RunRow } from '../../rows/run-row.ts';
import { judgeRow, NO_EXPECTATION } from './expectation.ts';
import { foldedRow, type FoldGroup, type FoldSample, type FoldSection } from './fold-group.ts';
import { compareGroups, compareRows, compareSections, sectionOf } from './fold-order.ts';

const fold = (row: RunRow) => foldedRow(row, judgeRow(NO_EXPECTATION, row));
const row = (fields: RowFields = {}) => fold(aRunRow(fields));

function noSample(): FoldSample {
  throw new Error('order needs no output');
}
const group = (first: FoldGroup['first'], size = 1): FoldGroup => ({
  first,
  members: Array.from({ length: size }, () => first),
  sample: noSample,
});

it('orders rows by namespace, pod and target', () => {
  const rows = [
    row({ namespace: 'a', pod: 'z' }),
    row({ namespace: 'b', pod: 'a', target: 'x' }),
    row({ namespace: 'b', pod: 'a', target: 'y' }),
    row({ namespace: 'b', pod: 'b', target: 'a' }),
  ];
  expect(rows.toReversed().toSorted(compareRows)).toEqual(rows);
});

it('orders groups by whether they ran, size, verdict and name', () => {
  const groups = [
    group(row(), 3),
    group(row({ pod: 'a' }), 2),
    group(row({ pod: 'b' }), 2),
    group(row({ pod: 'a', exitCode: 1 }), 2),
    group(fold(aFailedRow()), 9),
    group(fold(aFailedRow({ outcome: 'skipped' })), 9),
  ];
  expect(groups.toReversed().toSorted(compareGroups)).toEqual(groups);
});

it('orders sections by how many places they have, then by pods, then by name', () => {
  const section = (names: readonly string[], size: number): FoldSection => ({
    names,
    groups: [group(row(), size)],
  });
  const sections = [section(['n1', 'n2'], 2), section(['n9'], 5), section(['n3'], 1), section(['n4'], 1)];
  expect(sections.toReversed().toSorted(compareSections)).toEqual(sections);
});

describe('sectionOf', () => {
  it.each([
    { groupBy: undefined, fields: {}, expected: '' },
    { groupBy: 'node', fields: {}, expected: 'node-a' },
    { groupBy: 'node', fields: { node: '' }, expected: 'no node' },
    { groupBy: 'namespace', fields: {}, expected: 'shop' },
    { groupBy: 'context', fields: { context: 'prod-eu' }, expected: 'prod-eu' },
    { groupBy: 'context', fields: {}, expected: 'no context' },
    { groupBy: 'owner', fields: {}, expected: 'shop/deployment/web' },
    { groupBy: 'owner', fields: { owner: undefined }, expected: 'no owner' },
  ] as const)('is "$expected" by $groupBy', ({ groupBy, fields, expected }) => {
    expect(sectionOf(row(fields), groupBy)).toBe(expected);
  });
});
