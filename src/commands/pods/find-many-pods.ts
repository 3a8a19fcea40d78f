import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Connected } from '../../join/connected.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';
import { describeNamespace } from '../../target/workloads/select-pods.ts';
import { findOnePod, podOf, type SearchWords } from '../shared/find-one-pod.ts';
import { readSelectedPods } from '../shared/read-selected-pods.ts';
import { readTargets, type FoundPods } from './pods-targets.ts';

/** Which pods a command is about. */
export interface ManyPods {
  /** Empty if a selector chooses the pods, or the user is to be asked. */
  readonly targets: readonly TargetRef[];
  readonly labelSelector: string | undefined;
  readonly isAllNamespaces: boolean;
  /** The verb of the command, as in `take a snapshot of web-1?`. */
  readonly does: string;
}

/** The one target if it is a pod, or is still to be chosen. */
function soleTarget({ targets, labelSelector }: ManyPods): Parameters<typeof findOnePod>[1]['target'] | null {
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
export async function findManyPods(
  connected: Connected,
  request: ManyPods,
  signal: AbortSignal,
): Promise<FoundPods> {
  const { io, cluster } = connected;
  const target = soleTarget(request);
  const words: SearchWords = { does: request.does, one: 'is there', many: 'are there' };
  if (target !== null) {
    const search = { target, suits: () => true, words, listing: '' };
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
  { labelSelector = '', isAllNamespaces }: ManyPods,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  const namespace = isAllNamespaces ? undefined : cluster.namespace;
  return readSelectedPods(cluster, { namespace, labelSelector, includes: () => true }, signal);
}

function noPods({ namespace }: Cluster, { isAllNamespaces, does }: ManyPods): CliError {
  const place = isAllNamespaces ? undefined : namespace;
  const list = place === undefined ? 'kubectl-debug pods -A' : commandText`kubectl-debug pods -n ${place}`;
  return new CliError('not-found', `there is no pod to ${does} in ${describeNamespace(place)}`, {
    hint: `to see which pods there are: ${list}`,
  });
}
