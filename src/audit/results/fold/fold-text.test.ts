import { expect, it, onTestFinished } from 'vitest';
import { aFailedRow, aRunRow } from '../../../../test/builders/a-run-row.ts';
import { anIo } from '../../../../test/builders/an-io.ts';
import { makeStyles } from '../../../output/say/styles.ts';
import type { RunRow } from '../../rows/run-row.ts';
import { diffOutputs } from './diff-outputs.ts';
import { judgeRow, NO_EXPECTATION } from './expectation.ts';
import { makeFold } from './fold.ts';
import { foldedRow, type GroupBy } from './fold-group.ts';
import { foldText } from './fold-text.ts';
import { openTextStore } from './text-store.ts';

function textOf(rows: readonly RunRow[], groupBy?: GroupBy): readonly string[] {
  const store = openTextStore();
  onTestFinished(store.close);
  const fold = makeFold({ masks: [], store });
  for (const row of rows) fold.add(foldedRow(row, judgeRow(NO_EXPECTATION, row)), row.output);
  const parts = foldText(fold.sections(groupBy), {
    styles: makeStyles(anIo().io, 'stdout'),
    groupBy,
    showsTarget: false,
    asTyped: (text) => text.replace('kubectl-debug', 'kubectl dbg'),
    diff: diffOutputs,
  });
  return [...parts];
}

const web = (index: number, fields: Parameters<typeof aRunRow>[0] = {}) =>
  aRunRow({ pod: `web-${index}`, ...fields });
const hint = 'to see why: kubectl-debug check';

it.each<{ label: string; rows: readonly RunRow[]; expected: readonly string[] }>([
  { label: 'nothing', rows: [], expected: [] },
  {
    label: 'the names of two pods',
    rows: [web(1), web(2)],
    expected: ['2 pods: exit code 0: shop/web-1, shop/web-2\n  ok\n'],
  },
  {
    label: 'no names of the usual pods',
    rows: [web(1), web(2), web(3)],
    expected: ['3 pods: exit code 0\n  ok\n'],
  },
  {
    label: 'how a pod differs',
    rows: [web(1), web(2), web(3), web(4, { output: 'odd\n' })],
    expected: ['3 pods: exit code 0\n  ok\n', '\n1 pod differs: exit code 0: shop/web-4\n  - ok\n  + odd\n'],
  },
  {
    label: 'that only the exit code differs',
    rows: [web(1), web(2), web(3), web(4, { exitCode: 1 })],
    expected: [
      '3 pods: exit code 0\n  ok\n',
      '\n1 pod differs: exit code 1: shop/web-4\n  (the same output)\n',
    ],
  },
  {
    label: 'why a pod could not be audited, and what to type',
    rows: [aFailedRow({ reason: { kind: 'forbidden', message: 'no right', hint } })],
    expected: [
      '1 pod not audited: not-started (forbidden): shop/web-1\n  no right\n  hint: to see why: kubectl dbg check\n',
    ],
  },
  {
    label: 'an output that looks like a headline indented',
    rows: [web(1, { output: '9 pods: exit code 0\n' })],
    expected: ['1 pod: exit code 0: shop/web-1\n  9 pods: exit code 0\n'],
  },
])('shows $label', ({ rows, expected }) => {
  expect(textOf(rows)).toEqual(expected);
});

it('shows places with the same result together, before the others', () => {
  const rows = [web(1, { node: 'a' }), web(2, { node: 'b' }), web(3, { node: 'c', output: 'odd\n' })];
  expect(textOf(rows, 'node')).toEqual([
    '2 nodes, each with the same result: a, b\n2 pods: exit code 0: shop/web-1, shop/web-2\n  ok\n',
    '\nnode: c\n1 pod: exit code 0: shop/web-3\n  odd\n',
  ]);
});
