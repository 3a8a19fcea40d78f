import type { RunSummary } from '../../audit/rows/run-results.ts';
import { apiPath } from '../../cluster/api-path.ts';
import type { OwnerReference } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { fleetName, PART_LABEL, type FleetRun } from '../fleet-run.ts';
import type { FleetCounts, FleetWish, WorkerCounts } from '../worker-counts.ts';

/** The name of the ConfigMap with the counts of a run. */
export function countsName({ runId }: FleetRun): string {
  return `${fleetName(runId)}-counts`;
}

/** The path of the ConfigMap with the counts of a run. */
export function countsPath(run: FleetRun): string {
  return apiPath('api', 'v1', 'namespaces', run.namespace, 'configmaps', countsName(run));
}

/** Makes the ConfigMap with the counts of a run that has not begun. */
export function countsConfigMap(run: FleetRun, owners: readonly OwnerReference[] = []): ConfigMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: countsName(run),
      namespace: run.namespace,
      labels: { [RUN_LABEL]: run.runId, [PART_LABEL]: 'counts' },
      ...(owners.length > 0 && { ownerReferences: owners }),
    },
    data: { wish: 'go-on' },
  };
}

/** The key of a worker's counts. */
export function countsKey(worker: number): string {
  return `worker-${worker}`;
}

/** Reads the counts of a run. Leaves out a worker whose counts cannot be understood. */
export function readFleetCounts({ data = {} }: ConfigMap): FleetCounts {
  const workers = new Map<number, WorkerCounts>();
  for (const [key, text] of Object.entries(data)) {
    const index = /^worker-(\d{1,9})$/.exec(key)?.[1];
    const counts = index === undefined ? undefined : readWorkerCounts(text);
    if (counts !== undefined) workers.set(Number(index), counts);
  }
  return { workers, wish: readWish(data['wish']) };
}

const WISHES: readonly FleetWish[] = ['go-on', 'stop', 'end'];

function readWish(text: string | undefined): FleetWish {
  return WISHES.find((wish) => wish === text) ?? 'go-on';
}

type Fields = Readonly<Record<string, unknown>>;

function readWorkerCounts(text: string): WorkerCounts | undefined {
  const fields = parseObject(text);
  if (fields === undefined) return undefined;
  const { trouble } = fields;
  return {
    running: readCount(fields['running']),
    done: readCount(fields['done']),
    tries: readCount(fields['tries']),
    failures: readCount(fields['failures']),
    ran: readCount(fields['ran']),
    end: ENDS.find((end) => end === fields['end']),
    trouble: typeof trouble === 'string' && trouble !== '' ? trouble : undefined,
  };
}

const ENDS: readonly RunSummary['end'][] = ['complete', 'canary', 'failures', 'interrupted'];

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** undefined for what is no JSON object: another program may have written it. */
function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined; // not JSON
  }
}
