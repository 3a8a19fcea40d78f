import type { Cluster } from '../cluster/cluster.ts';
import { isNamespaceMissing } from '../cluster/namespaces.ts';
import { listPods } from '../cluster/pods.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import type { Pod, PodRef } from '../pod/types.ts';
import { resolvePod } from './resolve-pod.ts';
import { nearNames, withSuggestion } from './suggest-name.ts';

/** Asks somebody which of several pods is meant; undefined where there is nobody to ask. */
export type AskForPod = (question: string, names: readonly string[]) => Promise<string>;

export interface PodQuestion {
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
    const names = await listNames(cluster, ref.namespace, signal);
    if (names.length === 0 && (await isNamespaceMissing(cluster, ref.namespace, signal)))
      throw noNamespace(ref, error);
    const begun = names.filter((name) => name.startsWith(ref.name));
    const name = ask === undefined ? undefined : await chooseName(begun, ref, ask);
    if (name === undefined) throw withSuggestion(error, nearNames(ref.name, names));
    return resolvePod(cluster, { ...ref, name }, signal);
  }
}

/** As kubectl: a pod is not to be looked for where no namespace is. */
function noNamespace({ namespace, name }: PodRef, cause: unknown): CliError {
  return new CliError('not-found', `cannot read pod "${name}": there is no namespace "${namespace}"`, {
    hint: 'kubectl get namespaces lists those that exist',
    cause,
  });
}

/** Names only help: who may read one pod, but not list them, gets the plain answer. */
async function listNames(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { items } of listPods(cluster, { namespace, fields: 'columns' }, signal))
      names.push(...items.flatMap(({ metadata }) => metadata.name ?? []));
  } catch {
    signal.throwIfAborted();
  }
  return names;
}

async function chooseName(
  begun: readonly string[],
  { name, namespace }: PodRef,
  ask: AskForPod,
): Promise<string | undefined> {
  if (begun.length < 2) return begun[0];
  return ask(`${begun.length} pods in namespace "${namespace}" start with "${name}"; which one?`, begun);
}
