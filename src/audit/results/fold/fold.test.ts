import { afterEach, describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow, type RowFields } from '../../../../test/builders/a-run-row.ts';
import type { RunRow } from '../../rows/run-row.ts';
import { judgeRow, NO_EXPECTATION } from './expectation.ts';
import { parseMask } from './mask.ts';
import { makeFold } from './fold.ts';
import { foldedRow, type GroupBy } from './fold-group.ts';
import { memberName } from './group-words.ts';
import { openTextStore, type TextStore } from './text-store.ts';

const open: TextStore[] = [];
afterEach(() => open.splice(0).forEach(({ close }) => close()));

function fold(rows: readonly RunRow[], options: { masks?: readonly string[]; groupBy?: GroupBy } = {}) {
  const store = openTextStore();
  open.push(store);
  const made = makeFold({ masks: (options.masks ?? []).map(parseMask), store });
  for (const row of rows) made.add(foldedRow(row, judgeRow(NO_EXPECTATION, row)), row.output);
  return made.sections(options.groupBy);
}

/** The names of the pods in each group, with what they printed. */
function groupsOf(sections: ReturnType<typeof fold>) {
  return sections.flatMap(({ groups }) =>
    groups.map(({ members, sample }) => ({ pods: members.map(({ pod }) => pod), text: sample().text })),
  );
}

const pods = (count: number, fields: (index: number) => RowFields = () => ({})) =>
  Array.from({ length: count }, (_, index) => aRunRow({ pod: `web-${index}`, ...fields(index) }));

describe('makeFold', () => {
  it('has no section when nothing was audited', () => {
    expect(fold([])).toEqual([]);
  });

  it('folds equal outputs, the most frequent one first', () => {
    const rows = pods(4, (index) => ({ output: index === 1 ? 'odd\n' : 'usual\n' }));
    expect(groupsOf(fold(rows))).toEqual([
      { pods: ['web-0', 'web-2', 'web-3'], text: 'usual\n' },
      { pods: ['web-1'], text: 'odd\n' },
    ]);
  });

  it('folds outputs that differ in the names of their pods, and shows placeholders', () => {
    const rows = pods(2, (index) => ({ output: `HOSTNAME=web-${index}\n` }));
    expect(groupsOf(fold(rows))).toEqual([{ pods: ['web-0', 'web-1'], text: 'HOSTNAME=<pod>\n' }]);
  });

  it('shows the output of a single pod as it is', () => {
    expect(groupsOf(fold(pods(1, () => ({ output: 'HOSTNAME=web-0\n' }))))).toEqual([
      { pods: ['web-0'], text: 'HOSTNAME=web-0\n' },
    ]);
  });

  it('folds equal outputs although one of them names its own namespace by chance', () => {
    const rows = ['default', 'shop'].map((namespace) =>
      aRunRow({ namespace, output: 'default via 10.0.0.254\n' }),
    );
    expect(groupsOf(fold(rows))).toEqual([{ pods: ['web-1', 'web-1'], text: 'default via 10.0.0.254\n' }]);
  });

  it('never calls two outputs equal because each is equal to a third', () => {
    const rows = [
      aRunRow({ namespace: 'a', pod: 'own', output: 'a\n' }),
      aRunRow({ namespace: 'x', pod: 'own-2', output: 'x\n' }),
      aRunRow({ namespace: 'b', pod: 'literal', output: 'a\n' }),
    ];
    const texts = groupsOf(fold(rows));
    expect(texts.map(({ pods: names }) => names.length).toSorted()).toEqual([1, 2]);
  });

  it.each<{ label: string; one: RowFields; other: RowFields }>([
    { label: 'exit codes', one: {}, other: { exitCode: 1 } },
    { label: 'what was cut and what was not', one: {}, other: { isTruncated: true } },
    {
      label: 'text and bytes that read the same',
      one: { output: '\u00ff' },
      other: { output: Buffer.from([0xff]) },
    },
    {
      label: 'outcomes',
      one: {},
      other: { outcome: 'incomplete', reason: { kind: 'output-incomplete', message: '', hint: '' } },
    },
  ])('never folds different $label', ({ one, other }) => {
    const rows = [aRunRow({ pod: 'a', ...one }), aRunRow({ pod: 'b', ...other })];
    expect(groupsOf(fold(rows))).toHaveLength(2);
  });

  it('masks what --mask matches', () => {
    const rows = pods(3, (index) => ({ output: `pid ${index}\n` }));
    expect(groupsOf(fold(rows, { masks: ['\\d+'] }))).toEqual([
      { pods: ['web-0', 'web-1', 'web-2'], text: 'pid <mask>\n' },
    ]);
  });

  it('groups pods that failed for the same reason, after all that ran', () => {
    const reason = (pod: string) => ({ kind: 'timeout', message: `shop/${pod} took too long`, hint: '' });
    const rows = [
      ...['a', 'b'].map((pod) => aFailedRow({ pod, reason: reason(pod) })),
      aRunRow({ pod: 'c' }),
    ];
    expect(groupsOf(fold(rows))).toEqual([
      { pods: ['c'], text: 'ok\n' },
      { pods: ['a', 'b'], text: '<namespace>/<pod> took too long' },
    ]);
  });

  it('keeps the targets of a pod apart', () => {
    const rows = ['b', 'a'].map((target) => aRunRow({ target }));
    const [section] = fold(rows);
    expect(section?.groups[0]?.members.map((row) => memberName(row, true))).toEqual([
      'shop/web-1 (a)',
      'shop/web-1 (b)',
    ]);
  });

  it('keeps equal outputs once', () => {
    let stored = 0;
    const store = openTextStore();
    open.push(store);
    const counting: TextStore = { ...store, put: (bytes) => ((stored += 1), store.put(bytes)) };
    const made = makeFold({ masks: [], store: counting });
    for (const row of pods(1000, (index) => ({ output: `I am web-${index}\n` })))
      made.add(foldedRow(row, { kind: 'passed' }), row.output);
    expect(stored).toBe(1);
  });
});

describe('makeFold by node, owner or namespace', () => {
  const rows = [
    ...pods(2, (index) => ({ node: 'n1', pod: `a-${index}` })),
    ...pods(2, (index) => ({ node: 'n2', pod: `b-${index}` })),
    ...pods(2, (index) => ({ node: 'n3', pod: `c-${index}`, output: index === 0 ? 'ok\n' : 'odd\n' })),
  ];

  it('shows sections with the same result as one, and each of the others alone', () => {
    const sections = fold(rows, { groupBy: 'node' });
    expect(
      sections.map(({ names, groups }) => ({ names, sizes: groups.map(({ members }) => members.length) })),
    ).toEqual([
      { names: ['n1', 'n2'], sizes: [4] },
      { names: ['n3'], sizes: [1, 1] },
    ]);
  });

  it.each<{ groupBy: GroupBy; row: RowFields; name: string }>([
    { groupBy: 'node', row: {}, name: 'node-a' },
    { groupBy: 'node', row: { node: '' }, name: 'no node' },
    { groupBy: 'owner', row: {}, name: 'shop/deployment/web' },
    { groupBy: 'owner', row: { owner: undefined }, name: 'no owner' },
    { groupBy: 'namespace', row: {}, name: 'shop' },
  ])('calls a section by $groupBy $name', ({ groupBy, row, name }) => {
    expect(fold([aRunRow(row)], { groupBy }).map(({ names }) => names)).toEqual([[name]]);
  });
});
