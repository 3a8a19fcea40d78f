import type { Cluster } from '../../cluster/cluster.ts';
import type { Node } from '../../cluster/api/nodes.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { findPod } from '../../target/objects/find-pod.ts';
import { findReadyPod } from '../../target/workloads/find-ready-pod.ts';
import { describeTarget, type PodTarget, type TargetRef } from '../../target/names/parse-target.ts';
import type { Manifest } from '../../target/manifests/read-manifests.ts';
import { resolveNode } from '../../target/objects/resolve-node.ts';
import { resolvePod } from '../../target/objects/resolve-pod.ts';
import { askForPod, findOnePod, podOf } from '../shared/find-one-pod.ts';
import { withCommandHint } from '../shared/command-hint.ts';
import { imageFlag } from '../../plan/request/image-flag.ts';
import type { DebugCommand } from './request/debug-command.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Debugging } from './debugging.ts';

/** A pod that was found, to debug or to copy. */
export interface FoundPod {
  readonly kind: 'pod';
  readonly pod: Pod;
  /** How it was found, in a few words, if its name was not typed. */
  readonly foundAs?: string;
}

/** What a target is. */
export type Found = FoundPod | { readonly kind: 'node'; readonly node: Node };

/** A target as the command line or a manifest names it. */
export type NamedTarget =
  | Exclude<TargetRef, PodTarget>
  | { readonly kind: 'pod'; readonly ref: PodRef; readonly manifest: Pod | undefined };

/** Returns the targets that the command line or its manifests name. Throws a `CliError` for targets that do not go together. */
export async function nameTargets(
  debugging: Debugging,
  signal: AbortSignal,
): Promise<readonly NamedTarget[]> {
  const named = await readNamed(debugging, signal);
  checkNamed(debugging, named);
  return named;
}

/** Finds all targets; changes nothing. Throws a `CliError` for the first target that does not exist. */
export async function findNamed(
  debugging: Debugging,
  named: readonly NamedTarget[],
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const [index, target] of named.entries()) {
    try {
      found.push(await find(debugging, target, signal));
    } catch (error) {
      throw mayBeCommand(debugging, target, error) ? withCommandHint(error, debugging.command, index) : error;
    }
  }
  return found;
}

/** A word with a namespace, or one that was listed, is no command that was typed without `--`. */
function mayBeCommand({ cluster, command }: Debugging, named: NamedTarget, error: unknown): boolean {
  const isPlain = namespaceOf({ cluster }, named) === cluster.namespace && !command.readsNames;
  return isPlain && isCliError(error) && error.kind === 'not-found';
}

/** The namespace of a pod, or the one in which the pod for a node is created. */
export function namespaceOf({ cluster }: Pick<Debugging, 'cluster'>, named: NamedTarget): string {
  return named.kind === 'pod' ? named.ref.namespace : cluster.namespace;
}

async function readNamed(debugging: Debugging, signal: AbortSignal): Promise<readonly NamedTarget[]> {
  const { io, cluster, command } = debugging;
  const { targets, files } = command;
  if (files.length > 0) {
    const { readManifests } = await import('../../target/manifests/read-manifests.ts');
    return (await readManifests(io, files, signal)).map((manifest) => nameManifest(cluster, manifest));
  }
  if (command.readsNames) {
    const { readListedTargets } = await import('../../target/manifests/read-listed-targets.ts');
    const listed = await readListedTargets(io, EXAMPLE, signal);
    return [...targets, ...listed].map((target) => nameTarget(cluster, target));
  }
  if (targets.length === 0) {
    const words = { does: 'debug', one: 'can be debugged', many: 'can be debugged' };
    const search = { target: undefined, suits: canStart, words, listing: '' };
    return [{ kind: 'pod', ref: podRef(await findOnePod(debugging, search, signal)), manifest: undefined }];
  }
  return targets.map((target) => nameTarget(cluster, target));
}

const EXAMPLE = 'kubectl get pods -o name | kubectl-debug - -- COMMAND';

function nameTarget(cluster: Cluster, target: TargetRef): NamedTarget {
  return target.kind === 'pod' ? { kind: 'pod', ref: podOf(cluster, target), manifest: undefined } : target;
}

/** A debug container starts even if the app does not: without the app's image, and before init containers end. */
function canStart(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp === undefined && pod.spec.nodeName !== undefined && !hasFinished(pod);
}

function checkNamed({ cluster, command, input }: Debugging, named: readonly NamedTarget[]): void {
  const { copy, exec } = command;
  if (exec?.reuses === true && named.some(({ kind }) => kind === 'node'))
    throw new CliError('usage', '--reuse finds a container in a pod, but a node gets a pod of its own', {
      hint: 'leave out --reuse, or name the pod',
    });
  const pods = named.filter(({ kind }) => kind !== 'node');
  if (pods.length > 0) refusePullSecrets(command);
  const namespaces = new Set(pods.map((pod) => namespaceOf({ cluster }, pod)));
  if (copy !== undefined && namespaces.size < pods.length)
    throw new CliError('usage', '--copy-to names one copy, but more than one pod is to be copied');
  if (copy === undefined && pods.length > 0) refuseRemoval(input, command);
}

/** As a default `--rm` is for the copies and node pods of other calls. */
function refuseRemoval({ flags }: CommandInput, { removes }: DebugCommand): void {
  if (!removes || !flags.isGiven('rm')) return;
  throw new CliError('usage', '--rm deletes a copy or a node pod; a debug container cannot be removed', {
    hint: 'use --copy-to to debug a copy',
  });
}

/** A default from a file is left out, as it is meant for copies and node pods. */
function refusePullSecrets({ copy, request: { pullSecrets, image } }: DebugCommand): void {
  if (copy !== undefined || pullSecrets?.isTyped !== true) return;
  const secrets = pullSecrets.names.map((name) => commandText` --image-pull-secret=${name}`).join('');
  throw new CliError(
    'usage',
    '--image-pull-secret is for new pods, but a debug container is pulled with the secrets that its pod has, and these cannot change',
    {
      hint: `debug a copy: --copy-to=NAME${secrets}; or use an image that the secrets of the pod cover: kubectl-debug check POD${imageFlag(image)}`,
    },
  );
}

function nameManifest(cluster: Cluster, manifest: Manifest): NamedTarget {
  if (manifest.kind === 'node') return manifest;
  const { metadata } = manifest.pod;
  const { namespace = cluster.namespace } = metadata;
  if (cluster.namespaceIsExplicit && namespace !== cluster.namespace)
    throw new CliError(
      'usage',
      `the namespace from the provided object "${namespace}" does not match the namespace "${cluster.namespace}"`,
      { hint: commandText`use --namespace=${namespace}` },
    );
  const pod = { ...manifest.pod, metadata: { ...metadata, namespace } };
  return { kind: 'pod', ref: podRef(pod), manifest: pod };
}

async function find(debugging: Debugging, named: NamedTarget, signal: AbortSignal): Promise<Found> {
  const { cluster } = debugging;
  switch (named.kind) {
    case 'node':
      return { kind: 'node', node: await resolveNode(cluster, named.name, signal) };
    case 'workload': {
      const pod = await findReadyPod(cluster, named, signal);
      return { kind: 'pod', pod, foundAs: `${describePod(pod)} of ${describeTarget(named)}` };
    }
    case 'pod':
      return findNamedPod(debugging, named, signal);
  }
}

/** A manifest is copied as it is, as kubectl does; a pod that is debugged itself, or replaced, has to exist. */
async function findNamedPod(
  { io, cluster, command }: Debugging,
  { ref, manifest }: Extract<NamedTarget, { kind: 'pod' }>,
  signal: AbortSignal,
): Promise<FoundPod> {
  const { copy } = command;
  if (manifest !== undefined) {
    if (copy === undefined) return { kind: 'pod', pod: await resolvePod(cluster, ref, signal) };
    if (copy.replace) await resolvePod(cluster, ref, signal);
    return { kind: 'pod', pod: manifest };
  }
  // Of several names, one may be a mistyped command: it must not match as the beginning of a pod's name.
  const isAlone = command.names.length === 1 && !command.readsNames;
  const ask = isAlone ? askForPod(io, signal) : undefined;
  const pod = await findPod(cluster, { ref, ask }, signal);
  return { kind: 'pod', pod, ...(pod.metadata.name !== ref.name && { foundAs: describePod(pod) }) };
}
