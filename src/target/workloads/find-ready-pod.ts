import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { isConditionTrue } from '../../pod/conditions.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { isScheduled } from '../../pod/is-scheduled.ts';
import { parseTime } from '../../pod/timestamp.ts';
import type { Pod } from '../../pod/types.ts';
import { describeTarget, type WorkloadRef } from '../names/parse-target.ts';
import { listSelectedPods, selectPods } from './select-pods.ts';

/** The more of these a pod is, the better it stands for its workload. */
function worthOf(pod: Pod): number {
  const { metadata, status } = pod;
  if (metadata.deletionTimestamp !== undefined) return 0;
  if (hasFinished(pod)) return 1;
  if (status?.phase !== 'Running') return isScheduled(pod) ? 3 : 2;
  return isConditionTrue(pod, 'Ready') ? MOST : 4;
}

const MOST = 5;

/** Of two that are worth the same the first, but of those that have finished the last that was made. */
function isBetter(pod: Pod, best: Pod): boolean {
  if (worthOf(pod) !== worthOf(best)) return worthOf(pod) > worthOf(best);
  return hasFinished(pod) && madeAtMs(pod) > madeAtMs(best);
}

function madeAtMs({ metadata }: Pod): number {
  return parseTime(metadata.creationTimestamp)?.getTime() ?? 0;
}

/**
 * Finds the pod that stands for a workload: the first that is ready, else the first that runs, as one that does not
 * get ready is what people want to debug; else one that is about to, or has finished, which can be copied, and of
 * which is said why nothing starts in it. Throws `not-found` where there is none, and what `selectPods` throws.
 */
export async function findReadyPod(
  cluster: Cluster,
  workload: WorkloadRef,
  signal: AbortSignal,
): Promise<Pod> {
  const selection = await selectPods(cluster, workload, signal);
  let best: Pod | undefined;
  for await (const { items: pods } of listSelectedPods(cluster, selection, signal)) {
    for (const pod of pods) if (best === undefined || isBetter(pod, best)) best = pod;
    if (best !== undefined && worthOf(best) === MOST) return best;
  }
  if (best !== undefined) return best;
  const what = describeTarget(workload);
  throw new CliError(
    'not-found',
    `no pod to debug for ${what} in namespace "${cluster.namespace}": it has no pods`,
    { hint: commandText`kubectl-debug pods ${what} -n ${cluster.namespace}` },
  );
}
