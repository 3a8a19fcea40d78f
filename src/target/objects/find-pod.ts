import type { Cluster } from '../../cluster/cluster.ts';
import { isNamespaceMissing } from '../../cluster/api/namespaces.ts';
import { listPods } from '../../cluster/api/pods.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { resolvePod } from './resolve-pod.ts';
import { nearNames, withSuggestion } from '../names/suggest-name.ts';

/** Asks somebody which of several pods is meant; undefined where there is nobody to ask. */
export type AskForPod = (question: string, pods: readonly Pod[]) => Promise<Pod>;

interface PodQuestion {
  readonly ref: PodRef;
  /** Without it only the exact name counts: a script never gets a guess. */
  readonly ask: AskForPod | undefined;
}

/**
 * Reads the pod that was named, or the only one whose name starts so, or the one that the person chooses of several.
 * Throws `not-found`, with near names as its hint, and what `explainApiError` makes of the rest.
 */
export async function findPod(
  cluster: Cluster,
  { ref, ask }: PodQuestion,
  signal: AbortSignal,
): Promise<Pod> {
  try {
    return await resolvePod(cluster, ref, signal);
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'not-found') throw error;
    const pods = await listColumns(cluster, ref.namespace, signal);
    if (pods.length === 0 && (await isNamespaceMissing(cluster, ref.namespace, signal)))
      throw noNamespace(ref, error);
    const begun = pods.filter((pod) => nameOf(pod).startsWith(ref.name));
    const chosen = ask === undefined ? undefined : await chooseBegun(begun, ref, ask);
    if (chosen === undefined) throw withSuggestion(error, nearNames(ref.name, pods.map(nameOf)));
    return resolvePod(cluster, { ...ref, name: nameOf(chosen) }, signal);
  }
}

/** As kubectl: a pod is not to be looked for where no namespace is. */
function noNamespace({ namespace, name }: PodRef, cause: unknown): CliError {
  return new CliError('not-found', `cannot read pod "${name}": there is no namespace "${namespace}"`, {
    hint: 'kubectl get namespaces lists those that exist',
    cause,
  });
}

const nameOf = ({ metadata }: Pod): string => metadata.name ?? '';

/** As far as they are shown. That only helps: who may read one pod, but not list them, gets the plain answer. */
async function listColumns(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  const pods: Pod[] = [];
  try {
    for await (const { items } of listPods(cluster, { namespace, fields: 'columns' }, signal))
      for (const item of items) pods.push(item);
  } catch {
    signal.throwIfAborted();
  }
  return pods;
}

async function chooseBegun(
  begun: readonly Pod[],
  { name, namespace }: PodRef,
  ask: AskForPod,
): Promise<Pod | undefined> {
  if (begun.length < 2) return begun[0];
  return ask(`${begun.length} pods in namespace "${namespace}" start with "${name}"; which one?`, begun);
}
