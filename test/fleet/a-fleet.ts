import { someAuditSettings } from '../builders/some-audit-settings.ts';
import { rowToJson } from '../../src/audit/rows/row-json.ts';
import type { AuditSettings } from '../../src/audit/rows/audit-settings.ts';
import type { RunItem } from '../../src/audit/rows/run-item.ts';
import type { RunRow } from '../../src/audit/rows/run-row.ts';
import type { Cluster } from '../../src/cluster/cluster.ts';
import { countsConfigMap, countsKey } from '../../src/fleet/counts/fleet-counts.ts';
import { fleetName } from '../../src/fleet/fleet-run.ts';
import type { FleetLine } from '../../src/fleet/lines/fleet-line.ts';
import { linesConfigMap } from '../../src/fleet/lines/lines-config-map.ts';
import { packLines } from '../../src/fleet/lines/lump.ts';
import { planConfigMaps } from '../../src/fleet/lines/plan-config-maps.ts';
import { NO_COUNTS, type FleetWish, type WorkerCounts } from '../../src/fleet/worker-counts.ts';
import { fakeObjects, type FakeObject, type FakeObjects } from './fake-objects.ts';
import { aCluster } from '../builders/a-cluster.ts';
import { aRunItem } from '../builders/a-run-item.ts';
import { aRunRow } from '../builders/a-run-row.ts';
import { aDebugRequest } from '../builders/a-debug-request.ts';

/** The run of `aFleet`. */
export const RUN = { runId: '20250301-130000-x7k2q', namespace: 'jobs' };
export const JOB_NAME = fleetName(RUN.runId);

const SETTINGS = someAuditSettings({
  request: aDebugRequest({ image: 'busybox', command: ['hostname'] }),
  timeoutMs: 60_000,
  maxOutput: 1000,
});

export interface FleetOptions {
  /** The pods that each worker audits. */
  readonly shares?: readonly (readonly string[])[];
  readonly skipped?: readonly RunRow[];
  readonly settings?: Partial<AuditSettings>;
}

/** A run in a fake cluster, whose workers do what the test says. */
export interface FakeFleet extends FakeObjects {
  readonly cluster: Cluster;
  /** The worker writes these rows; a name is a row of that pod which printed its name. */
  readonly write: (worker: number, ...rows: readonly (string | RunRow)[]) => void;
  readonly tell: (worker: number, counts: Partial<WorkerCounts>) => void;
  readonly ask: (wish: FleetWish) => void;
  /** All workers write the rows that are left, and end. */
  readonly finish: () => void;
  readonly setJob: (fields: Readonly<Record<string, unknown>>) => void;
  /** As the Job controller and the garbage collector do after a deletion. */
  readonly removeAll: () => void;
}

/** The row of a pod that printed its name. */
export function rowOfPod(name: string): RunRow {
  return aRunRow({ pod: name, uid: `uid-${name}`, container: `audit-${name}`, output: `${name}\n` });
}

function planOf(worker: number, items: readonly RunItem[], options: FleetOptions): readonly FleetLine[] {
  const { skipped = [], settings } = options;
  return [
    {
      kind: 'run',
      version: 1,
      runId: RUN.runId,
      startedAt: '2025-03-01T13:00:00.000Z',
      server: 'https://k.example',
      settings: { ...SETTINGS, ...settings },
      namespaces: ['shop'],
    },
    ...(worker === 0 ? skipped : []).map((row) => ({ kind: 'row', id: '', row: rowToJson(row) }) as const),
    ...items.map((item) => ({ kind: 'item', item }) as const),
    { kind: 'selected' },
  ];
}

/** Makes a run of which no worker has begun. */
export function aFleet(options: FleetOptions = {}): FakeFleet {
  const { shares = [['web-1', 'web-2']] } = options;
  const objects = fakeObjects();
  const sequences = new Map<number, number>();
  const written = new Set<string>();
  const put = (configMap: object): void => objects.put('configmaps', configMap as FakeObject);
  const setJob = (fields: Readonly<Record<string, unknown>>): void => {
    const labels = { 'kubectl-debug/audit': RUN.runId };
    const metadata = { name: JOB_NAME, namespace: RUN.namespace, uid: 'uid-of-job', labels };
    objects.put('jobs', { metadata, spec: { completions: shares.length, suspend: false }, ...fields });
  };
  const write = (worker: number, ...rows: readonly (string | RunRow)[]): void => {
    const whole = rows.map((row) => (typeof row === 'string' ? rowOfPod(row) : row));
    const lines = whole.map((row) => JSON.stringify({ kind: 'row', id: row.container, row: rowToJson(row) }));
    for (const row of whole) written.add(row.pod);
    const pieces = packLines(lines);
    pieces.forEach((bytes, at) => {
      const sequence = sequences.get(worker) ?? 0;
      sequences.set(worker, sequence + 1);
      const number = { piece: at + 1, pieces: pieces.length };
      put(linesConfigMap(RUN, { part: 'lines', worker, sequence, writer: 'a', bytes, ...number }));
    });
  };
  const patchCounts = (key: string, value: string): void => {
    const counts = objects.get('configmaps', `${JOB_NAME}-counts`);
    const data = { ...(counts?.['data'] as object), [key]: value };
    if (counts !== undefined) put({ ...counts, data });
  };
  const tell = (worker: number, counts: Partial<WorkerCounts>): void =>
    patchCounts(countsKey(worker), JSON.stringify({ ...NO_COUNTS, ...counts }));
  setJob({});
  put(countsConfigMap(RUN));
  shares.forEach((names, worker) => {
    const items = names.map((name) => aRunItem({ name }));
    planConfigMaps(RUN, { worker }, planOf(worker, items, options)).forEach(put);
  });
  return {
    ...objects,
    cluster: aCluster(objects.answers).cluster,
    write,
    tell,
    ask: (wish) => patchCounts('wish', wish),
    finish: () =>
      shares.forEach((names, worker) => {
        const left = names.filter((name) => !written.has(name));
        if (left.length > 0) write(worker, ...left);
        tell(worker, { done: names.length, end: 'complete' });
      }),
    setJob,
    removeAll: () => {
      objects.remove('jobs', JOB_NAME);
      for (const { metadata } of listOf(objects)) objects.remove('configmaps', metadata.name ?? '');
    },
  };
}

function listOf({ answers }: FakeObjects): readonly FakeObject[] {
  const list = answers.json({ method: 'GET', path: '/api/v1/namespaces/jobs/configmaps' });
  return (list as { readonly items: readonly FakeObject[] }).items;
}
