import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellNames } from '../../errors/shell-word.ts';
import { canAsk, choose, type Choice } from '../../output/ask/choose.ts';
import { openTable } from '../../output/table/table.ts';
import { podColumns } from '../../pod/columns/pod-columns.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { findPod, type AskForPod } from '../../target/objects/find-pod.ts';
import {
  describeTarget,
  parseTargetOrNamespace,
  type PodTarget,
  type WorkloadRef,
} from '../../target/names/parse-target.ts';
import { selectPods } from '../../target/workloads/select-pods.ts';
import type { Connected } from '../../join/connected.ts';
import { readSelectedPods } from './read-selected-pods.ts';

/** A pod, or a workload that stands for its pods. */
export type OneTarget = PodTarget | WorkloadRef;

/** Reads `POD`, `NAMESPACE/POD` or a workload; `does` is the verb of the command in messages. Throws `usage`. */
export function parseOneTarget(text: string, does: string): OneTarget {
  const target = parseTargetOrNamespace(text);
  if (target.kind !== 'node') return target;
  throw new CliError('usage', `cannot ${does} "${text}": for a node, name its node pod`, {
    hint: 'to find it: kubectl-debug pods -A --debugged',
  });
}

/** The pod of `NAMESPACE/POD` or of a plain name. Throws `usage` if `-n` contradicts it. */
export function podOf(
  cluster: Pick<Cluster, 'namespace' | 'namespaceIsExplicit'>,
  { name, namespace = cluster.namespace }: PodTarget,
): PodRef {
  if (cluster.namespaceIsExplicit && namespace !== cluster.namespace)
    throw new CliError(
      'usage',
      `the namespace of "${namespace}/${name}" does not match the namespace "${cluster.namespace}"`,
      { hint: 'leave out -n, or name the pod alone' },
    );
  return { namespace, name };
}

/** A function that asks for a pod on a terminal; undefined in a script, which never gets a guess. */
export function askForPod(io: Connected['io'], signal: AbortSignal): AskForPod | undefined {
  if (!canAsk(io)) return undefined;
  return (question, pods) => choose(io, { question, choices: choicesOf(pods, io.now()) }, signal);
}

/** The words of messages about a search. */
export interface SearchWords {
  /** The verb of the command, as in `attach to web-1?`. */
  readonly does: string;
  /** The predicate after one pod, or after "no pod". */
  readonly one: string;
  /** The predicate after several pods. */
  readonly many: string;
}

/** Which pod to look for. */
export interface PodSearch {
  /** undefined for any pod of the namespace. */
  readonly target: OneTarget | undefined;
  /** Selects among the pods of a workload or a namespace. */
  readonly suits: (pod: Pod) => boolean;
  readonly words: SearchWords;
  /** A space and the flag of `pods` that lists such pods; empty if no flag is needed. */
  readonly listing: string;
}

type Asking = Pick<Connected, 'io' | 'cluster' | 'notes'>;

/**
 * Finds the named pod, or the one pod of a workload or a namespace that suits; if there are several, a terminal shows a
 * picker. Throws `not-found`, `ambiguous` without a terminal, and the errors of `explainApiError`.
 */
export async function findOnePod(asking: Asking, search: PodSearch, signal: AbortSignal): Promise<Pod> {
  const { io, cluster, notes } = asking;
  const { target } = search;
  if (target?.kind === 'pod') {
    const ref = podOf(cluster, target);
    const ask = askForPod(io, signal);
    const pod = await findPod(cluster, { ref, ask }, signal);
    if (ask !== undefined && pod.metadata.name !== ref.name) notes.tell(`using ${describePod(pod)}`);
    return pod;
  }
  const pods = (await listCandidates(asking, target, signal)).filter(search.suits);
  return chooseOne(asking, { ...search, pods }, signal);
}

async function listCandidates(
  { cluster }: Asking,
  workload: WorkloadRef | undefined,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  const selection =
    workload === undefined
      ? { namespace: cluster.namespace, includes: () => true }
      : await selectPods(cluster, workload, signal);
  return readSelectedPods(cluster, selection, signal);
}

async function chooseOne(
  { io, cluster, notes }: Asking,
  { pods, ...search }: PodSearch & { readonly pods: readonly Pod[] },
  signal: AbortSignal,
): Promise<Pod> {
  const { namespace } = cluster;
  const { target, words } = search;
  const where =
    target === undefined
      ? `namespace "${namespace}"`
      : `${describeTarget(target)} in namespace "${namespace}"`;
  const [first, ...others] = pods;
  if (first === undefined)
    throw new CliError('not-found', `no pod of ${where} ${words.one}`, {
      hint: hintAtOthers(namespace, search),
    });
  if (others.length === 0 && target !== undefined) {
    notes.tell(`using ${describePod(first)} of ${describeTarget(target)}`);
    return first;
  }
  const several = `${pods.length} pods of ${where} ${words.many}`;
  if (!canAsk(io)) {
    const names = pods.slice(0, MAX_NAMES).map(({ metadata }) => metadata.name ?? '');
    throw new CliError('ambiguous', several, { hint: `name one of them: ${shellNames(names)}` });
  }
  const question =
    others.length === 0 ? `${words.does} ${first.metadata.name ?? ''}?` : `${several}; which one?`;
  return choose(io, { question, choices: choicesOf(pods, io.now()) }, signal);
}

/** READY, STATUS and AGE are in the label, as people look for a pod by what is wrong with it. */
function choicesOf(pods: readonly Pod[], now: Date): readonly Choice<Pod>[] {
  const cells = pods.map((pod) => {
    const { name, ready, status, age } = podColumns(pod, now);
    return [name, ready, status, age];
  });
  const labels = openTable().rows(cells).split('\n');
  return pods.map((pod, index) => ({ label: labels[index] ?? '', value: pod }));
}

function hintAtOthers(namespace: string, { target, listing }: PodSearch): string {
  if (target !== undefined)
    return `${commandText`to see what there is: kubectl-debug pods ${describeTarget(target)} -n ${namespace}`}${listing}`;
  return `${commandText`to see what there is: kubectl-debug pods -n ${namespace}`}${listing}; in all namespaces: kubectl-debug pods -A${listing}`;
}

/** How many names a hint lists. */
const MAX_NAMES = 5;
