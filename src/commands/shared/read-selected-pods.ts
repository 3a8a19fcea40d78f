import type { Cluster } from '../../cluster/cluster.ts';
import type { Pod } from '../../pod/types.ts';
import { listSelectedPods, type PodSelection } from '../../target/workloads/select-pods.ts';

/** Reads all pods of a selection. Throws the errors of `explainApiError`. */
export async function readSelectedPods(
  cluster: Cluster,
  selection: PodSelection,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  const pods: Pod[] = [];
  for await (const { items } of listSelectedPods(cluster, selection, signal))
    for (const item of items) pods.push(item);
  return pods;
}
