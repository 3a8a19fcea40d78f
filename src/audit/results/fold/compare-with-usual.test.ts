import { expect, it } from 'vitest';
import { aRunRow, type RowFields } from '../../../../test/builders/a-run-row.ts';
import { compareWithUsual } from './compare-with-usual.ts';
import { diffOutputs } from './diff-outputs.ts';
import { judgeRow, NO_EXPECTATION } from './expectation.ts';
import { foldedRow, type FoldGroup, type FoldSample } from './fold-group.ts';

function aGroup(sample: Partial<FoldSample>, fields: RowFields = {}) {
  const row = aRunRow(fields);
  const first = foldedRow(row, judgeRow(NO_EXPECTATION, row));
  const whole: FoldSample = {
    text: 'ok\n',
    comparable: 'ok\n',
    isMasked: false,
    isBinary: false,
    isTruncated: false,
    byteCount: 3,
    digest: '',
    ...sample,
  };
  const group: FoldGroup = { members: [first], first, sample: () => whole };
  return { group, sample: whole };
}

const USUAL = aGroup({ text: 'shop\n', comparable: '<namespace>\n' });

it.each([
  {
    label: 'masked outputs that differ',
    other: aGroup({ text: 'odd\n', comparable: 'odd\n' }),
    expected: ['-<namespace>', '+odd'],
  },
  {
    label: 'raw outputs where the masked ones are equal',
    other: aGroup({ text: 'billing\n', comparable: '<namespace>\n' }),
    expected: ['-shop', '+billing'],
  },
  {
    label: 'nothing more where only the exit codes differ',
    other: aGroup({ text: 'billing\n', comparable: '<namespace>\n' }, { exitCode: 1 }),
    expected: [],
  },
  { label: 'no binary output', other: aGroup({ isBinary: true }), expected: undefined },
])('compares $label', ({ other, expected }) => {
  const signs = { same: ' ', removed: '-', added: '+', gap: '…' };
  const lines = compareWithUsual(other, USUAL, diffOutputs);
  expect(lines?.map(({ kind, text }) => signs[kind] + text)).toEqual(expected);
});

it('compares nothing with a usual output that is binary', () => {
  expect(compareWithUsual(aGroup({}), aGroup({ isBinary: true }), diffOutputs)).toBeUndefined();
});
