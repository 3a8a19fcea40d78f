import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { apiPath } from '../../cluster/api-path.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { ConfigMap } from '../config-map.ts';
import { countsPath, readFleetCounts } from '../counts/fleet-counts.ts';
import { fleetName, type FleetRun } from '../fleet-run.ts';
import { JOB, type Job } from '../seen/job-view.ts';
import type { FleetCounts } from '../worker-counts.ts';

/** A run that a cluster has. */
export interface FoundRun {
  readonly run: FleetRun;
  readonly job: Job;
}

function jobsPath(namespace: string | undefined, ...name: readonly string[]): string {
  const place = namespace === undefined ? [] : ['namespaces', namespace];
  return apiPath('apis', 'batch', 'v1', ...place, 'jobs', ...name);
}

/** Finds a run; undefined if its namespace has none of this id. Throws `ApiError`. */
export async function findRun(
  cluster: Cluster,
  run: FleetRun,
  signal: AbortSignal,
): Promise<FoundRun | undefined> {
  try {
    const path = jobsPath(run.namespace, fleetName(run.runId));
    const job = await cluster.requestJson<Job>({ method: 'GET', path, shape: JOB, signal });
    return job.metadata.deletionTimestamp === undefined ? { run, job } : undefined;
  } catch (error) {
    if (isApiError(error) && error.code === 404) return undefined;
    throw error;
  }
}

/** Lists the runs of a namespace, or of all (undefined), or those of one id, the newest first. Throws `ApiError`. */
export async function listRuns(
  cluster: Cluster,
  { namespace, runId }: { readonly namespace: string | undefined; readonly runId?: string },
  signal: AbortSignal,
): Promise<readonly FoundRun[]> {
  const found: FoundRun[] = [];
  const labelSelector = runId === undefined ? RUN_LABEL : `${RUN_LABEL}=${runId}`;
  for await (const { items } of listPages<Job>(cluster, {
    path: jobsPath(namespace),
    shape: JOB,
    selection: { labelSelector },
    signal,
  }))
    for (const job of items) {
      const id = job.metadata.labels?.[RUN_LABEL] ?? '';
      if (job.metadata.name !== fleetName(id) || job.metadata.deletionTimestamp !== undefined) continue;
      found.push({ run: { runId: id, namespace: job.metadata.namespace ?? '' }, job });
    }
  return found.toSorted((one, other) => (one.run.runId < other.run.runId ? 1 : -1));
}

/** Reads the counts of a run; undefined if it has none. Throws `ApiError`. */
export async function readCounts(
  cluster: Cluster,
  run: FleetRun,
  signal: AbortSignal,
): Promise<FleetCounts | undefined> {
  try {
    const request = { method: 'GET', path: countsPath(run), shape: CONFIG_MAP, signal } as const;
    return readFleetCounts(await cluster.requestJson<ConfigMap>(request));
  } catch (error) {
    if (isApiError(error) && error.code === 404) return undefined;
    throw error;
  }
}
