import type { Cluster } from '../../cluster/cluster.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { FleetCounts, FleetWish, WorkerCounts } from '../worker-counts.ts';
import { countsKey, countsPath, readFleetCounts } from './fleet-counts.ts';

/** What a worker tells. */
export interface ToldCounts {
  readonly worker: number;
  readonly counts: WorkerCounts;
}

/**
 * Tells the counts of a worker, or nothing, and returns those of all: one request both tells and hears. Throws `ApiError`, and
 * what `requestJson` throws.
 */
export async function tellCounts(
  cluster: Cluster,
  { run, told }: { readonly run: FleetRun; readonly told: ToldCounts | undefined },
  signal?: AbortSignal,
): Promise<FleetCounts> {
  const data = told && { [countsKey(told.worker)]: JSON.stringify(told.counts) };
  return readFleetCounts(await patchData(cluster, { run, data }, signal));
}

/** Asks the workers of a run for something; they hear it within a few seconds. Throws as `tellCounts`. */
export async function askFleet(
  cluster: Cluster,
  { run, wish }: { readonly run: FleetRun; readonly wish: FleetWish },
  signal?: AbortSignal,
): Promise<FleetCounts> {
  return readFleetCounts(await patchData(cluster, { run, data: { wish } }, signal));
}

interface CountsPatch {
  readonly run: FleetRun;
  readonly data: Readonly<Record<string, string>> | undefined;
}

/** A patch that changes nothing writes nothing, and needs no right beside the one to patch. */
function patchData(
  cluster: Cluster,
  { run, data }: CountsPatch,
  signal: AbortSignal | undefined,
): Promise<ConfigMap> {
  return cluster.requestJson({
    method: 'PATCH',
    path: countsPath(run),
    query: { fieldManager: 'kubectl-debug' },
    contentType: 'application/merge-patch+json',
    body: data === undefined ? {} : { data },
    shape: CONFIG_MAP,
    isBackground: true,
    ...(signal && { signal }),
  });
}
