import { expect, it } from 'vitest';
import { aRunRow, aRunSummary } from '../../../../test/builders/a-run-row.ts';
import { diffOutputs } from '../fold/diff-outputs.ts';
import { foldedRow, type FoldGroup, type FoldSample } from '../fold/fold-group.ts';
import { NO_ROWS } from '../sinks/row-sink.ts';
import { groupParts, numberRows } from './report-groups.ts';

function aGroup(text: string, count: number, sample: Partial<FoldSample> = {}): FoldGroup {
  const members = Array.from({ length: count }, (_, index) =>
    foldedRow(aRunRow({ pod: `web-${index}`, output: text }), { kind: 'passed' }),
  );
  const [first] = members;
  if (first === undefined) throw new Error('a group has members');
  const whole = {
    text,
    comparable: text,
    isMasked: false,
    isBinary: false,
    isTruncated: false,
    byteCount: text.length,
    digest: 'd'.repeat(64),
    ...sample,
  };
  return { members, first, sample: () => whole };
}

function htmlOf(groups: readonly FoldGroup[]): readonly string[] {
  const data = {
    summary: aRunSummary(),
    tally: NO_ROWS,
    sections: [{ names: [], groups }],
    rows: [],
    groupBy: undefined,
    hasTarget: false,
  };
  return [...groupParts(data, { hasTarget: false, diff: diffOutputs, asTyped: (text) => text })];
}

it.each([
  { count: 3, names: 3, summary: undefined },
  { count: 12, names: 12, summary: undefined },
  { count: 13, names: 0, summary: 'Names' },
])('shows $names of $count names of the usual group at first', ({ count, names, summary }) => {
  const [, html = ''] = htmlOf([aGroup('ok\n', count)]);
  const [shown = ''] = html.split('<details>');
  expect(shown.split('<li>').length - 1).toBe(names);
  expect(/<summary>([^<]*)/.exec(html)?.[1]).toBe(summary);
});

it.each<{ label: string; group: FoldGroup; expected: string }>([
  { label: 'the difference', group: aGroup('odd\n', 1), expected: '<span class="added">+ odd\n</span>' },
  {
    label: 'that the outputs are equal',
    group: aGroup('ok\n', 1),
    expected: '<p class="mark">(the same output)</p>',
  },
  {
    label: 'that the output is binary',
    group: aGroup('x', 1, { isBinary: true }),
    expected: '(binary, 1 byte, SHA-256 dddddddddddddddd…)',
  },
  {
    label: 'that names are masked',
    group: aGroup('odd\n', 1, { isMasked: true }),
    expected: '<span class="role">names masked</span>',
  },
])('shows $label of a group beside the usual one', ({ group, expected }) => {
  const [, , html] = htmlOf([aGroup('ok\n', 2), group]);
  expect(html).toContain(expected);
});

it('numbers groups and their rows alike', () => {
  const groups = [aGroup('a\n', 2), aGroup('b\n', 1)];
  const parts = htmlOf(groups).join('');
  expect(parts.match(/id="group-\d+"/g)).toEqual(['id="group-1"', 'id="group-2"']);
  const numbers = numberRows([{ names: [], groups }]);
  expect(groups.map(({ members }) => members.map((row) => numbers.get(row)))).toEqual([[1, 1], [2]]);
});
