import { askAtOnce } from '../cluster/ask-at-once.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { isCliError, type CliError } from '../errors/cli-error.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import type { Io } from '../io.ts';
import type { Pod } from '../pod/types.ts';
import type { TargetRef } from '../target/parse-target.ts';
import { findPod } from '../target/find-pod.ts';
import type { Manifest } from '../target/read-manifests.ts';
import { listSelectedPods, selectPods } from '../target/select-pods.ts';

/** Where pods come from and go to. */
export interface Listing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
}

/** A target, and the namespace in which a manifest says that it is. */
export type NamedTarget = TargetRef & { readonly namespace?: string };

/** What was found of the targets, and what was not. */
export interface FoundPods {
  readonly pods: readonly Pod[];
  readonly failures: readonly CliError[];
}

/** Failures that say something about one target, and nothing about the next. */
const OF_ONE_TARGET: readonly ErrorKind[] = ['not-found', 'forbidden'];

function targetOf(manifest: Manifest): NamedTarget {
  if (manifest.kind === 'node') return manifest;
  const { name = '', namespace } = manifest.pod.metadata;
  return { kind: 'pod', name, ...(namespace !== undefined && { namespace }) };
}

/** The targets that the values of `-f` name. Throws `usage`. */
export async function readTargetFiles(
  { io, signal }: Listing,
  files: readonly string[],
): Promise<readonly NamedTarget[]> {
  const { readManifests } = await import('../target/read-manifests.ts');
  return (await readManifests(io, files, signal)).map(targetOf);
}

async function readTarget({ cluster, signal }: Listing, target: NamedTarget): Promise<readonly Pod[]> {
  const { namespace = cluster.namespace, name } = target;
  if (target.kind === 'pod')
    return [await findPod(cluster, { ref: { namespace, name }, ask: undefined }, signal)];
  const selection = await selectPods(cluster, target, signal);
  const pods: Pod[] = [];
  for await (const { items } of listSelectedPods(cluster, selection, signal)) pods.push(...items);
  return pods;
}

async function tryTarget(listing: Listing, target: NamedTarget): Promise<FoundPods> {
  try {
    return { pods: await readTarget(listing, target), failures: [] };
  } catch (error) {
    if (!isCliError(error) || !OF_ONE_TARGET.includes(error.kind)) throw error;
    return { pods: [], failures: [error] };
  }
}

/**
 * Reads the pods of all targets at once; what is found, and what is not, comes in the order of the targets. One that
 * cannot be read is a failure, and the others are read all the same.
 */
export async function readTargets(listing: Listing, targets: readonly NamedTarget[]): Promise<FoundPods> {
  const found = await askAtOnce(targets, (target) => tryTarget(listing, target));
  return {
    pods: found.flatMap(({ pods }) => pods),
    failures: found.flatMap(({ failures }) => failures),
  };
}
