import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import type { JournalHead } from './journal-line.ts';
import type { ReadLine } from './read-journal.ts';
import { rowToJson } from '../rows/row-json.ts';
import { readInterruptedRun } from './interrupted-run.ts';

const HEAD: JournalHead = {
  kind: 'run',
  version: 1,
  runId: 'r1',
  startedAt: '2025-03-01T12:00:00.000Z',
  server: 'https://k.example',
  namespaces: ['shop'],
  settings: someAuditSettings({
    request: {
      stdin: false,
      tty: false,
      attach: true,
      waits: true,
      command: ['id'],
      argumentsOnly: false,
      env: [],
      profile: 'general',
    },
  }),
};
const [ONE, TWO, THREE] = ['one', 'two', 'three'].map((name) => aRunItem({ name })) as [
  ReturnType<typeof aRunItem>,
  ReturnType<typeof aRunItem>,
  ReturnType<typeof aRunItem>,
];
const LINES: readonly ReadLine[] = [
  HEAD,
  ...[ONE, TWO, THREE].map((item) => ({ kind: 'item', item }) as const),
  { kind: 'selected' },
  { kind: 'adding', container: ONE.container },
  { kind: 'row', id: ONE.container, read: () => rowToJson(aRunRow({ pod: 'one' })) },
];

const read = (more: readonly ReadLine[], rerunsUnknown = false) => {
  const { items, rows } = readInterruptedRun([...LINES, ...more], { rerunsUnknown });
  return {
    items: items.map(({ pod }) => pod.name),
    rows: rows.map((row) => `${row().pod} ${row().outcome}`),
  };
};

describe('readInterruptedRun', () => {
  it('keeps rows that are done, and resumes the rest, including a container that was being added', () => {
    expect(read([{ kind: 'adding', container: TWO.container }])).toEqual({
      items: ['two', 'three'],
      rows: ['one exited'],
    });
  });

  it('does not run a command in a keeper again, except with --rerun-unknown', () => {
    const exec: ReadLine = { kind: 'exec', container: TWO.container };
    expect(read([exec])).toEqual({ items: ['three'], rows: ['one exited', 'two unknown'] });
    expect(read([exec], true)).toEqual({ items: ['two', 'three'], rows: ['one exited'] });
  });

  it('keeps all rows of skipped pods', () => {
    const rows = ['static', 'other'].map((pod): ReadLine => {
      const row = aRunRow({ pod, outcome: 'skipped' });
      return { kind: 'row', id: '', read: () => rowToJson(row) };
    });
    expect(read(rows).rows).toEqual(['static skipped', 'other skipped', 'one exited']);
  });

  it.each<{ label: string; deleted: readonly string[]; copied: readonly string[] }>([
    { label: 'of what is done and what is not', deleted: [], copied: ['one', 'two'] },
    { label: 'but not those that were deleted', deleted: [ONE.container], copied: ['two'] },
  ])('lists the copies that may be left, $label', ({ deleted, copied }) => {
    const lines: readonly ReadLine[] = [
      ...[ONE, TWO].map(({ container }) => ({ kind: 'copying', container }) as const),
      ...deleted.map((container) => ({ kind: 'copy-deleted', container }) as const),
    ];
    const run = readInterruptedRun([...LINES, ...lines], { rerunsUnknown: false });
    expect(run.maybeCopied.map(({ pod }) => pod.name)).toEqual(copied);
  });

  it('refuses a run that had not begun', () => {
    const begin = (): unknown => readInterruptedRun(LINES.slice(0, 3), { rerunsUnknown: false });
    expect(begin).toThrow('before it had begun');
  });
});
