import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Connected } from '../../join/connected.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';
import { describeNamespace } from '../../target/workloads/select-pods.ts';
import { readTargets, type FoundPods } from '../pods/pods-targets.ts';
import { findOnePod, podOf } from '../shared/find-one-pod.ts';
import { readSelectedPods } from '../shared/read-selected-pods.ts';
import type { SnapshotRequest } from './snapshot-request.ts';

const WORDS = { does: 'take a snapshot of', one: 'is there', many: 'are there' };

/** The one target if it is a pod, or is still to be chosen. */
function soleTarget({
  targets,
  labelSelector,
}: SnapshotRequest): Parameters<typeof findOnePod>[1]['target'] | null {
  if (labelSelector !== undefined || targets.length > 1) return null;
  const [only] = targets;
  return only === undefined || only.kind === 'pod' ? only : null;
}

/** Refuses a namespace that contradicts `-n`. */
function placed(cluster: Cluster, target: TargetRef): TargetRef {
  return target.kind === 'pod' ? { kind: 'pod', ...podOf(cluster, target) } : target;
}

/**
 * Finds the pods of a call, and the errors of targets that have none. A pod that several targets name is taken once. Throws
 * `not-found` if there is no pod at all, and the errors of `explainApiError`.
 */
export async function findSnapshotPods(
  connected: Connected,
  request: SnapshotRequest,
  signal: AbortSignal,
): Promise<FoundPods> {
  const { io, cluster } = connected;
  const target = soleTarget(request);
  if (target !== null) {
    const search = { target, suits: () => true, words: WORDS, listing: '' };
    return { pods: [await findOnePod(connected, search, signal)], failures: [] };
  }
  const found =
    request.labelSelector === undefined
      ? await readTargets(
          { io, cluster, signal },
          request.targets.map((each) => placed(cluster, each)),
          true,
        )
      : { pods: await listSelected(cluster, request, signal), failures: [] };
  const pods = [...new Map(found.pods.map((pod) => [describePod(pod), pod])).values()];
  if (pods.length === 0 && found.failures.length === 0) throw noPods(cluster, request);
  return { pods, failures: found.failures };
}

function listSelected(
  cluster: Cluster,
  { labelSelector = '', isAllNamespaces }: SnapshotRequest,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  const namespace = isAllNamespaces ? undefined : cluster.namespace;
  return readSelectedPods(cluster, { namespace, labelSelector, includes: () => true }, signal);
}

function noPods({ namespace }: Cluster, { isAllNamespaces }: SnapshotRequest): CliError {
  const place = isAllNamespaces ? undefined : namespace;
  const list = place === undefined ? 'kubectl-debug pods -A' : commandText`kubectl-debug pods -n ${place}`;
  return new CliError('not-found', `there is no pod to take a snapshot of in ${describeNamespace(place)}`, {
    hint: `to see which pods there are: ${list}`,
  });
}
