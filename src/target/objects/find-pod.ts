import type { Cluster } from '../../cluster/cluster.ts';
import { isNamespaceMissing } from '../../cluster/api/namespaces.ts';
import { listPods } from '../../cluster/api/pods.ts';
import { getWorkload } from '../../cluster/api/workloads.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { resolvePod } from './resolve-pod.ts';
import { nearNames, withSuggestion } from '../names/suggest-name.ts';
import { WORKLOAD_TYPES } from '../names/target-types.ts';

/** Asks the user which of several pods to take. */
export type AskForPod = (question: string, pods: readonly Pod[]) => Promise<Pod>;

interface PodQuestion {
  readonly ref: PodRef;
  /** Without it only the exact name counts, so that a script never gets a guess. */
  readonly ask: AskForPod | undefined;
}

/**
 * Reads the pod of this name, or the only one whose name starts with it, or the one that the user chooses of several.
 * Throws `not-found` with workloads and services of this name, or similar names of pods, as its hint, and other errors as
 * `explainApiError` explains them.
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
    const candidates = pods.filter((pod) => nameOf(pod).startsWith(ref.name));
    const chosen = ask === undefined ? undefined : await chooseOne(candidates, ref, ask);
    if (chosen === undefined) {
      const workloads = await listNamesakes(cluster, ref, signal);
      throw withSuggestion(error, workloads.length > 0 ? workloads : nearNames(ref.name, pods.map(nameOf)));
    }
    return resolvePod(cluster, { ...ref, name: nameOf(chosen) }, signal);
  }
}

/** As kubectl, names the missing namespace instead of the pod. */
function noNamespace({ namespace, name }: PodRef, cause: unknown): CliError {
  return new CliError('not-found', `cannot read pod "${name}": there is no namespace "${namespace}"`, {
    hint: 'kubectl get namespaces lists those that exist',
    cause,
  });
}

/** What people name without its type, as other tools let them, in the order in which they mean it. */
const NAMESAKES = ['deployment', 'statefulset', 'daemonset', 'service'] as const;

/** What has the name that was taken for the name of a pod, as it would be typed. Throws as requests do, but no `ApiError`. */
async function listNamesakes(
  cluster: Cluster,
  { namespace, name }: PodRef,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = await Promise.all(
    NAMESAKES.map(async (type) => {
      const { [type]: place } = WORKLOAD_TYPES;
      try {
        await getWorkload(cluster, { ...place, namespace, name }, signal);
        return [`${place.shortNames[0]}/${name}`];
      } catch (error) {
        if (!isApiError(error)) throw error;
        return []; // there is none, or the user may not see it
      }
    }),
  );
  return found.flat();
}

const nameOf = ({ metadata }: Pod): string => metadata.name ?? '';

/** The names of the pods for a suggestion; empty if the user may not list pods. */
async function listColumns(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  const pods: Pod[] = [];
  try {
    for await (const { items } of listPods(cluster, { namespace, fields: 'columns' }, signal))
      for (const item of items) pods.push(item);
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
  return pods;
}

async function chooseOne(
  candidates: readonly Pod[],
  { name, namespace }: PodRef,
  ask: AskForPod,
): Promise<Pod | undefined> {
  if (candidates.length < 2) return candidates[0];
  return ask(
    `${candidates.length} pods in namespace "${namespace}" start with "${name}"; which one?`,
    candidates,
  );
}
