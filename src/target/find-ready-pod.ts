import type { Cluster } from '../cluster/cluster.ts';
import { CliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import type { Pod } from '../pod/types.ts';
import { describeTarget, type WorkloadRef } from './parse-target.ts';
import { listSelectedPods, selectPods } from './select-pods.ts';

/** The more of these a pod is, the better it stands for its workload. */
function worthOf({ metadata, status }: Pod): number {
  if (metadata.deletionTimestamp !== undefined || status?.phase !== 'Running') return 0;
  const isReady = status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True');
  return isReady === true ? 2 : 1;
}

/**
 * Finds the pod that stands for a workload: the first that is ready, else the first that runs, as one that does not
 * get ready is what people want to debug. Throws `not-found`, also when none of the pods runs, and what `selectPods`
 * throws.
 */
export async function findReadyPod(
  cluster: Cluster,
  workload: WorkloadRef,
  signal: AbortSignal,
): Promise<Pod> {
  const selection = await selectPods(cluster, workload, signal);
  let best: Pod | undefined;
  let count = 0;
  for await (const { items: pods } of listSelectedPods(cluster, selection, signal)) {
    count += pods.length;
    for (const pod of pods) if (worthOf(pod) > (best === undefined ? 0 : worthOf(best))) best = pod;
    if (best !== undefined && worthOf(best) === 2) return best;
  }
  if (best !== undefined) return best;
  const what = describeTarget(workload);
  const why = count === 0 ? 'it has no pods' : `none of its pods runs (${count})`;
  throw new CliError('not-found', `no pod to debug for ${what} in namespace "${cluster.namespace}": ${why}`, {
    hint: commandText`kubectl-debug pods ${what} -n ${cluster.namespace}`,
  });
}
