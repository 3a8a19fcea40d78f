import { expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetLine } from '../lines/fleet-line.ts';
import { linesConfigMap } from '../lines/lines-config-map.ts';
import { packLines } from '../lines/lump.ts';
import { planConfigMaps } from '../lines/plan-config-maps.ts';
import { readWork } from './read-work.ts';

const RUN = { runId: 'r1', namespace: 'jobs' };
const [DONE, LEFT, BEGUN] = ['done', 'left', 'begun'].map((name) => aRunItem({ name })) as [
  ReturnType<typeof aRunItem>,
  ReturnType<typeof aRunItem>,
  ReturnType<typeof aRunItem>,
];
const HEAD: FleetLine = {
  kind: 'run',
  version: 1,
  runId: 'r1',
  startedAt: '2026-11-23T07:00:00.000Z',
  server: 'https://k.example',
  namespaces: ['shop'],
  settings: {
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
    concurrency: 16,
    maxPerNode: 8,
    perNode: 'starting',
    timeoutMs: 1000,
    canary: 1,
    maxFailures: { kind: 'percent', percent: 5 },
    maxOutput: 1024,
    reuses: false,
    copies: false,
    allContainers: false,
    shard: undefined,
  },
};
const SHARE: FleetLine = {
  kind: 'share',
  worker: 0,
  workers: 1,
  pace: { perSecond: 50, burst: 100 },
  coldPerNode: 2,
  rules: [],
};
const items = [DONE, LEFT, BEGUN].map((item) => ({ kind: 'item', item }) as const);
const PLAN = planConfigMaps(RUN, { worker: 0 }, [HEAD, SHARE, ...items, { kind: 'selected' }]);

/** What an earlier worker has written, in two lumps. */
const LINES: readonly ConfigMap[] = [
  lines(0, { kind: 'claim' }, { kind: 'exec', container: BEGUN.container }),
  lines(1, { kind: 'row', id: DONE.container, row: rowToJson(aRunRow({})) }),
];

function lines(sequence: number, ...all: readonly FleetLine[]): ConfigMap {
  const [bytes = new Uint8Array()] = packLines(all.map((line) => JSON.stringify(line)));
  const part = 'lines' as const;
  return linesConfigMap(RUN, { part, worker: 0, sequence, writer: 'a', piece: 1, pieces: 1, bytes });
}

function read(configMaps: readonly ConfigMap[]) {
  const reader = readWork(RUN, 0);
  for (const configMap of configMaps) reader.see(configMap);
  return reader.result();
}

it.each([
  { order: 'the plan first', configMaps: [...PLAN, ...LINES] },
  // As the API server lists them, by name.
  { order: 'the lines first', configMaps: [...LINES, ...PLAN] },
])('goes on with what the worker before it has left: $order', ({ configMaps }) => {
  const { items: left, unknown, rows, sequence } = read(configMaps);
  expect({ left, unknown, rows, sequence }).toEqual({ left: [LEFT], unknown: [BEGUN], rows: 1, sequence: 2 });
});

it('counts only the failures whose rows are there, each once', () => {
  const failure = { kind: 'row', id: DONE.container, row: rowToJson(aRunRow({ outcome: 'error' })) } as const;
  const good = { ...failure, id: LEFT.container, row: rowToJson(aRunRow({})) };
  const { rows, failures } = read([...PLAN, lines(0, { kind: 'claim' }, failure, failure, good)]);
  expect({ rows, failures }).toEqual({ rows: 2, failures: 1 });
});

it('begins with a plan alone', () => {
  const { items: left, rows, sequence } = read(PLAN);
  expect({ left, rows, sequence }).toEqual({ left: [DONE, LEFT, BEGUN], rows: 0, sequence: 0 });
});

it.each([
  { label: 'nothing is there', configMaps: [] },
  { label: 'only lines are there', configMaps: LINES },
  {
    label: 'the end of the plan is missing',
    configMaps: planConfigMaps(RUN, { worker: 0 }, [HEAD, SHARE, ...items]),
  },
])('says that there is no plan if $label', ({ configMaps }) => {
  expect(() => read(configMaps)).toThrow('there is no plan for worker 0 of audit r1 in namespace jobs');
});
