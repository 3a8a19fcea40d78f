import type { Cluster } from '../cluster/cluster.ts';
import { CliError } from '../errors/cli-error.ts';
import { refuseIfCannotRun } from '../plan/can-run.ts';
import type { DebugPlan } from '../plan/debug-plan.ts';
import { planEphemeralContainer } from '../plan/ephemeral-container.ts';
import { planNodePod } from '../plan/node-pod.ts';
import { planPodCopy } from '../plan/pod-copy.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { Pod, PodRef } from '../pod/types.ts';
import { readManifests, type Manifest } from '../target/read-manifests.ts';
import { resolveNode } from '../target/resolve-node.ts';
import { resolvePod } from '../target/resolve-pod.ts';
import type { DebugCommand } from './debug-request.ts';
import type { Connected } from './join-container.ts';

export interface Debugging extends Connected {
  readonly command: DebugCommand;
}

/** A plan, and the pod as it is now where there is one. */
export interface PlannedTarget {
  readonly plan: DebugPlan;
  readonly current: Pod | undefined;
}

/** A pod that was found, to debug or to copy. */
interface FoundPod {
  readonly kind: 'pod';
  readonly pod: Pod;
}
type Found = FoundPod | { readonly kind: 'node'; readonly name: string };

/** A target as it was named, on the command line or by a manifest. */
type Named =
  | { readonly kind: 'pod'; readonly ref: PodRef; readonly manifest: Pod | undefined }
  | { readonly kind: 'node'; readonly name: string };

/**
 * Finds and plans everything that the command line or its manifests name; nothing is created. Throws a `CliError`
 * for the first target that does not exist or cannot be debugged.
 */
export async function planTargets(
  debugging: Debugging,
  signal: AbortSignal,
): Promise<readonly PlannedTarget[]> {
  const named = await readNamed(debugging, signal);
  checkNamed(debugging.command, named);
  const planned: PlannedTarget[] = [];
  for (const target of named) {
    const found = await find(debugging, target, signal);
    planned.push(plan(debugging, found.kind === 'pod' ? withPlanned(found, planned) : found));
  }
  return planned;
}

async function readNamed(
  { io, cluster, command }: Debugging,
  signal: AbortSignal,
): Promise<readonly Named[]> {
  const { targets, files } = command;
  if (files.length > 0)
    return (await readManifests(io, files, signal)).map((manifest) => nameManifest(cluster, manifest));
  const { namespace } = cluster;
  return targets.map((target) =>
    target.kind === 'node'
      ? target
      : { kind: 'pod', ref: { namespace, name: target.name }, manifest: undefined },
  );
}

function checkNamed({ copy, removes }: DebugCommand, named: readonly Named[]): void {
  const namespaces = named.flatMap((target) => (target.kind === 'pod' ? [target.ref.namespace] : []));
  if (copy !== undefined && new Set(namespaces).size < namespaces.length)
    throw new CliError('usage', '--copy-to names one copy, but more than one pod is to be copied');
  if (copy === undefined && removes && namespaces.length > 0)
    throw new CliError('usage', '--rm deletes a copy or a node pod; a debug container cannot be removed', {
      hint: 'use --copy-to to debug a copy',
    });
}

/** A pod that is named twice gets two containers; the second plan has to know of the first. */
function withPlanned(found: FoundPod, planned: readonly PlannedTarget[]): FoundPod {
  const { uid } = found.pod.metadata;
  const before = planned.findLast(({ plan }) => plan.kind === 'ephemeral' && plan.podUid === uid);
  return before === undefined ? found : { ...found, pod: expectedPod(before) };
}

/** What the server would store, but for its defaults. */
export function expectedPod({ plan, current }: PlannedTarget): Pod {
  if (plan.kind !== 'ephemeral') return plan.pod;
  const { ephemeralContainers = [], ...spec } = current?.spec ?? { containers: [] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {},
    ...current,
    spec: { ...spec, ephemeralContainers: [...ephemeralContainers, plan.container] },
  };
}

function nameManifest(cluster: Cluster, manifest: Manifest): Named {
  if (manifest.kind === 'node') return manifest;
  const { metadata } = manifest.pod;
  const { namespace = cluster.namespace } = metadata;
  if (cluster.namespaceIsExplicit && namespace !== cluster.namespace)
    throw new CliError(
      'usage',
      `the namespace from the provided object "${namespace}" does not match the namespace "${cluster.namespace}"`,
      { hint: `use --namespace=${namespace}` },
    );
  const pod = { ...manifest.pod, metadata: { ...metadata, namespace } };
  return { kind: 'pod', ref: podRef(pod), manifest: pod };
}

/** A manifest is copied as it stands, as kubectl does; a pod to be debugged itself, or to be replaced, has to exist. */
async function find({ cluster, command }: Debugging, named: Named, signal: AbortSignal): Promise<Found> {
  if (named.kind === 'node') {
    await resolveNode(cluster, named.name, signal);
    return named;
  }
  const { ref, manifest } = named;
  const { copy } = command;
  if (manifest === undefined || copy === undefined)
    return { kind: 'pod', pod: await resolvePod(cluster, ref, signal) };
  if (copy.replace) await resolvePod(cluster, ref, signal);
  return { kind: 'pod', pod: manifest };
}

function plan({ io, cluster, command }: Debugging, found: Found): PlannedTarget {
  const { request, copy } = command;
  if (found.kind === 'node') {
    const target = { node: found.name, namespace: cluster.namespace };
    return { plan: planNodePod(target, request, io.random), current: undefined };
  }
  const { pod } = found;
  if (copy !== undefined) return { plan: planPodCopy(pod, copy, io.random), current: undefined };
  const obstacles = refuseIfCannotRun(pod, { target: request.target, waits: request.attach });
  const ephemeral = planEphemeralContainer(pod, request, io.random);
  // A warning is about what is going to be done, so none is said before all targets are known to be fine.
  return { plan: { ...ephemeral, warnings: [...obstacles, ...ephemeral.warnings] }, current: pod };
}
