import { apiPath } from '../../cluster/api-path.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { fleetName, type FleetRun } from '../fleet-run.ts';

/** Removes the objects of a run: those that belong to its Job go with it. Throws `ApiError`. */
export async function removeRun(cluster: Cluster, { runId, namespace }: FleetRun): Promise<void> {
  const path = apiPath('apis', 'batch', 'v1', 'namespaces', namespace, 'jobs', fleetName(runId));
  try {
    await cluster.requestJson({ method: 'DELETE', path, query: { propagationPolicy: 'Background' } });
  } catch (error) {
    // Another follower was faster.
    if (!isApiError(error) || error.code !== 404) throw error;
  }
}
