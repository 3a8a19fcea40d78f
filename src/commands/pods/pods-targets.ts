import { askAtOnce } from '../shared/ask-at-once.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isCliError, type CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import type { Io } from '../../io.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';
import { findPod } from '../../target/objects/find-pod.ts';
import type { TextSource } from '../../target/manifests/read-texts.ts';
import { resolvePod } from '../../target/objects/resolve-pod.ts';
import { listSelectedPods, selectPods } from '../../target/workloads/select-pods.ts';

/** Where pods come from and go to. */
export interface Listing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
}

/** What was found of the targets, and what was not. */
export interface FoundPods {
  readonly pods: readonly Pod[];
  readonly failures: readonly CliError[];
}

/** Failures that say something about one target, and nothing about the next. */
const OF_ONE_TARGET: readonly ErrorKind[] = ['not-found', 'forbidden'];

/** The targets that `-f` and `-R` name. Throws `usage`. */
export async function readTargetFiles(
  { io, signal }: Listing,
  files: readonly TextSource[],
): Promise<readonly TargetRef[]> {
  const { readManifestNames } = await import('../../target/manifests/read-manifest-names.ts');
  return readManifestNames(io, files, signal);
}

/** How a pod is looked up by its name: with `isSuggesting`, one that is not there costs a list of all names. */
async function lookUpPod({ cluster, signal }: Listing, ref: PodRef, isSuggesting: boolean): Promise<Pod> {
  return isSuggesting ? findPod(cluster, { ref, ask: undefined }, signal) : resolvePod(cluster, ref, signal);
}

async function readTarget(
  listing: Listing,
  target: TargetRef,
  isSuggesting: boolean,
): Promise<readonly Pod[]> {
  const { cluster, signal } = listing;
  if (target.kind === 'pod') {
    const { namespace = cluster.namespace, name } = target;
    return [await lookUpPod(listing, { namespace, name }, isSuggesting)];
  }
  const selection = await selectPods(cluster, target, signal);
  const pods: Pod[] = [];
  for await (const { items } of listSelectedPods(cluster, selection, signal))
    for (const item of items) pods.push(item);
  return pods;
}

async function tryTarget(listing: Listing, target: TargetRef, isSuggesting: boolean): Promise<FoundPods> {
  try {
    return { pods: await readTarget(listing, target, isSuggesting), failures: [] };
  } catch (error) {
    if (!isCliError(error) || !OF_ONE_TARGET.includes(error.kind)) throw error;
    return { pods: [], failures: [error] };
  }
}

/**
 * Reads the pods of all targets at once; what is found, and what is not, comes in the order of the targets. One that
 * cannot be read is a failure, and the others are read all the same. Names that may have been meant are told with
 * `isSuggesting`, and only of one target: for each that is missing all pods are listed.
 */
export async function readTargets(
  listing: Listing,
  targets: readonly TargetRef[],
  isSuggesting: boolean,
): Promise<FoundPods> {
  const isAlone = targets.length === 1;
  const found = await askAtOnce(targets, (target) => tryTarget(listing, target, isSuggesting && isAlone));
  return {
    pods: found.flatMap(({ pods }) => pods),
    failures: found.flatMap(({ failures }) => failures),
  };
}
