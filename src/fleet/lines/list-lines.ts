import { apiPath } from '../../cluster/api-path.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import type { ConfigMap } from '../config-map.ts';
import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { WORKER_LABEL, type FleetRun } from '../fleet-run.ts';

/** ConfigMaps with lines in a page: each is up to 1 MiB, and two pages are in memory at the same time. */
export const LINES_PAGE = 8;

/** The path of the ConfigMaps in the namespace of a run. */
export function configMapsPath({ namespace }: FleetRun): string {
  return apiPath('api', 'v1', 'namespaces', namespace, 'configmaps');
}

/** Lists the ConfigMaps with the plan and the lines of a worker, those of each part in their order. Throws `ApiError`. */
export async function* listWorkerLines(
  cluster: Cluster,
  { run, worker, name }: { readonly run: FleetRun; readonly worker: number; readonly name?: string },
  signal?: AbortSignal,
): AsyncGenerator<ConfigMap, void> {
  const selection = {
    labelSelector: `${RUN_LABEL}=${run.runId},${WORKER_LABEL}=${worker}`,
    ...(name !== undefined && { fieldSelector: `metadata.name=${name}` }),
  };
  const request = { path: configMapsPath(run), shape: CONFIG_MAP, selection, limit: LINES_PAGE };
  const pages = listPages<ConfigMap>(cluster, { ...request, ...(signal && { signal }) });
  for await (const { items } of pages) yield* items;
}
