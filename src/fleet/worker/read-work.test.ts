import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetLine } from '../lines/fleet-line.ts';
import { linesConfigMap } from '../lines/lines-config-map.ts';
import { packLines } from '../lines/lump.ts';
import { readWork, type Work } from './read-work.ts';

const RUN = { runId: '20261123-061500-x7k2q', namespace: 'jobs' };
const ITEMS = ['web-1', 'web-2', 'web-3'].map((name) => aRunItem({ name }));
const idOf = (index: number): string => ITEMS[index]?.container ?? '';

const PLAN: readonly FleetLine[] = [
  {
    kind: 'run',
    version: 1,
    runId: RUN.runId,
    startedAt: '2026-11-23T06:15:00.000Z',
    server: 'https://k.example',
    settings: someAuditSettings(),
    namespaces: ['shop'],
  },
  { kind: 'share', worker: 0, workers: 1, pace: { burst: 1, perSecond: 50 }, coldPerNode: 2, rules: [] },
  { kind: 'row', id: '', row: rowToJson(aRunRow({ pod: 'static-1' })) },
  ...ITEMS.map((item) => ({ kind: 'item', item }) as const),
  { kind: 'selected' },
];

function configMap(part: 'plan' | 'lines', sequence: number, lines: readonly FleetLine[]): ConfigMap {
  const [bytes = Buffer.alloc(0)] = packLines(lines.map((line) => JSON.stringify(line)));
  return linesConfigMap(RUN, { part, worker: 0, sequence, writer: 'a', piece: 1, pieces: 1, bytes });
}

function workOf(...configMaps: readonly ConfigMap[]): Work {
  const reader = readWork(RUN, 0);
  configMaps.forEach(reader.see);
  return reader.result();
}

it('has all items at first, without the rows of skipped pods', () => {
  const work = workOf(configMap('plan', 0, PLAN));
  expect(work.items.map(({ pod }) => pod.name)).toEqual(['web-1', 'web-2', 'web-3']);
  expect([work.rows, work.sequence, work.share.workers]).toEqual([0, 0, 1]);
});

it('leaves out what has a row, and what ran by exec, also if the lines are listed before the plan', () => {
  const lines: readonly FleetLine[] = [
    { kind: 'claim' },
    { kind: 'row', id: idOf(0), row: rowToJson(aRunRow({ pod: 'web-1' })) },
    { kind: 'warning', text: 'the image has no shell' },
    { kind: 'exec', container: idOf(1) },
  ];
  const work = workOf(configMap('lines', 4, lines), configMap('plan', 0, PLAN));
  expect(work.items.map(({ pod }) => pod.name)).toEqual(['web-3']);
  expect(work.unknown.map(({ pod }) => pod.name)).toEqual(['web-2']);
  expect([work.rows, work.sequence]).toEqual([1, 5]);
});

it.each([
  { label: 'there is no plan', plan: [] },
  { label: 'the plan has no end', plan: [configMap('plan', 0, PLAN.slice(0, -1))] },
])('refuses to work if $label', ({ plan }) => {
  expect(() => workOf(...plan)).toThrow(
    'there is no plan for worker 0 of audit 20261123-061500-x7k2q in namespace jobs',
  );
});

it('counts a failure once, and only if its row is there', () => {
  const failure = { kind: 'row', id: idOf(0), row: rowToJson(aRunRow({ outcome: 'error' })) } as const;
  const good = { kind: 'row', id: idOf(1), row: rowToJson(aRunRow({ pod: 'web-2' })) } as const;
  const lines = [{ kind: 'claim' }, failure, failure, good] as const;
  const { rows, failures } = workOf(configMap('plan', 0, PLAN), configMap('lines', 0, lines));
  expect({ rows, failures }).toEqual({ rows: 2, failures: 1 });
});
