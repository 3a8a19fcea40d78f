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

/** How well a pod represents its workload; the higher the better. */
function scoreOf(pod: Pod): number {
  const { metadata, status } = pod;
  if (metadata.deletionTimestamp !== undefined) return 0;
  if (hasFinished(pod)) return 1;
  if (status?.phase !== 'Running') return isScheduled(pod) ? 3 : 2;
  return isConditionTrue(pod, 'Ready') ? BEST : 4;
}

const BEST = 5;

/** Of equal pods the first is better, but of finished pods the newest. */
function isBetter(pod: Pod, best: Pod): boolean {
  if (scoreOf(pod) !== scoreOf(best)) return scoreOf(pod) > scoreOf(best);
  return hasFinished(pod) && createdAtMs(pod) > createdAtMs(best);
}

function createdAtMs({ metadata }: Pod): number {
  return parseTime(metadata.creationTimestamp)?.getTime() ?? 0;
}

/**
 * Finds the pod to debug for a workload: the first that is ready, else the first that runs, as people debug pods that
 * do not get ready; else one that is starting or has finished, which can be copied, or explained. Throws `not-found` if
 * there is none, and as `selectPods`.
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
    if (best !== undefined && scoreOf(best) === BEST) return best;
  }
  if (best !== undefined) return best;
  const what = describeTarget(workload);
  throw new CliError(
    'not-found',
    `no pod to debug for ${what} in namespace "${cluster.namespace}": it has no pods`,
    { hint: commandText`kubectl-debug pods ${what} -n ${cluster.namespace}` },
  );
}
