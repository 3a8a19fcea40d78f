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
import { selectPods } from '../../target/workloads/select-pods.ts';
import { readSelectedPods } from '../shared/read-selected-pods.ts';

/** What reading and printing pods needs. */
export interface Listing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
}

/** The pods of the targets, and the errors of those that were not found. */
export interface FoundPods {
  readonly pods: readonly Pod[];
  readonly failures: readonly CliError[];
}

/** Errors that concern only one target. */
const OF_ONE_TARGET: readonly ErrorKind[] = ['not-found', 'forbidden'];

/** Reads the targets in the files of `-f` and `-R`. Throws `usage`. */
export async function readTargetFiles(
  { io, signal }: Pick<Listing, 'io' | 'signal'>,
  files: readonly TextSource[],
): Promise<readonly TargetRef[]> {
  const { readManifestNames } = await import('../../target/manifests/read-manifest-names.ts');
  return readManifestNames(io, files, signal);
}

/** Looks up a pod by its name. `isSuggesting` lists all names if it does not exist, to suggest one. */
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
  return readSelectedPods(cluster, selection, signal);
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
 * Reads the pods of all targets at the same time, and returns pods and errors in the order of the targets. An error of one
 * target does not affect the others. `isSuggesting` suggests a name for a missing pod, but only if it is the only target,
 * as each suggestion lists all pods.
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
