import { CliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import { findContainerState } from '../pod/containers/container-state.ts';
import { ownerOf } from '../pod/containers/container-owner.ts';
import { debugPodKind, listDebugContainers, type DebugPodKind } from '../pod/containers/debug-containers.ts';
import { readReason, reasonOf } from '../pod/containers/reason.ts';
import { describeContainer, describePod, podRef } from '../pod/pod-ref.ts';
import { parseTime } from '../pod/timestamp.ts';
import type { ContainerRef, Pod, PodRef } from '../pod/types.ts';

/** One thing to stop. */
export type Stop =
  /** A pod that was created for debugging only. */
  | {
      readonly kind: 'pod';
      readonly what: DebugPodKind;
      readonly ref: PodRef;
      readonly uid: string;
      readonly since: Date | undefined;
      readonly reason: string | undefined;
    }
  /** The processes of a debug container; its entry stays in the pod. */
  | {
      readonly kind: 'container';
      readonly ref: ContainerRef;
      readonly pod: Pod;
      readonly since: Date | undefined;
      readonly reason: string | undefined;
    };

function stopPod(pod: Pod, what: DebugPodKind): Stop {
  const { uid = '', creationTimestamp } = pod.metadata;
  const since = parseTime(creationTimestamp);
  return { kind: 'pod', what, ref: podRef(pod), uid, since, reason: reasonOf(pod, undefined) };
}

/** The running debug containers of a pod, in the order in which they were added. */
function stopContainers(pod: Pod): readonly Stop[] {
  return (pod.spec.ephemeralContainers ?? []).flatMap((container): readonly Stop[] => {
    const { name } = container;
    const state = findContainerState(pod, name);
    if (state.kind !== 'running') return [];
    const ref = { ...podRef(pod), container: name };
    return [{ kind: 'container', ref, pod, since: state.startedAt, reason: readReason(container) }];
  });
}

/**
 * What `stop POD [-c NAME]` stops: the pod itself if it was created for debugging only and no container is named, else
 * the debug containers that run in it. Throws `container-not-running` when there is nothing to stop.
 */
export function planStop(pod: Pod, containerName: string | undefined): readonly Stop[] {
  const kind = debugPodKind(pod);
  if (kind !== undefined && containerName === undefined) return [stopPod(pod, kind)];
  const stops = stopContainers(pod).filter(
    (stop) => stop.kind === 'container' && [undefined, stop.ref.container].includes(containerName),
  );
  if (stops.length > 0) return stops;
  const which =
    containerName === undefined ? 'no debug container runs' : `no debug container "${containerName}" runs`;
  const { namespace, name } = podRef(pod);
  throw new CliError('container-not-running', `cannot stop anything in ${describePod(pod)}: ${which}`, {
    hint: commandText`stop ends debug containers only; to list them: kubectl-debug pods ${name} -n ${namespace} --ephemeral-containers`,
  });
}

/** The names that `-c` of `stop` can have in the pod. */
export function stoppableContainers(pod: Pod): readonly string[] {
  return stopContainers(pod).flatMap((stop) => (stop.kind === 'container' ? [stop.ref.container] : []));
}

/** Whether `stop` can end something in the pod, or the pod itself. */
export function hasSomethingToStop(pod: Pod): boolean {
  return debugPodKind(pod) !== undefined || stopContainers(pod).length > 0;
}

/** Which leftovers to stop. */
interface Leftovers {
  /** Only those that have run since before this time; undefined for all. */
  readonly before: Date | undefined;
  /** Only those of this user, as `userLabel` writes the name; undefined for those of all users. */
  readonly owner: string | undefined;
}

/**
 * The owner of a pod that was created for debugging: that of the debug container it was created with. Ephemeral
 * containers came later, maybe from others. A copy of a copy has the container of the first copy before its own.
 */
function ownerOfPod(pod: Pod): string | undefined {
  const own = listDebugContainers(pod).findLast(({ role }) => role !== 'ephemeral');
  return own && ownerOf(own.name);
}

/** What can be stopped in a pod, or the pod itself. With an owner, only theirs, also in a debug pod of another user. */
function stopsIn(pod: Pod, owner: string | undefined): readonly Stop[] {
  const kind = debugPodKind(pod);
  if (kind !== undefined && (owner === undefined || ownerOfPod(pod) === owner)) return [stopPod(pod, kind)];
  const stops = stopContainers(pod);
  if (owner === undefined) return stops;
  return stops.filter((stop) => stop.kind === 'container' && ownerOf(stop.ref.container) === owner);
}

/** The leftovers in the pods, except in pods that are already being deleted. */
export function planLeftovers(pods: readonly Pod[], { before, owner }: Leftovers): readonly Stop[] {
  return pods
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .flatMap((pod) => stopsIn(pod, owner))
    .filter(
      ({ since }) => before === undefined || (since !== undefined && since.getTime() <= before.getTime()),
    );
}

/** The name of a stop, and why it was started, for a list to choose from. */
export function describeStopAndReason(stop: Stop): string {
  const { reason } = stop;
  return `${describeStop(stop)}${reason === undefined ? '' : ` (reason: "${reason}")`}`;
}

/** The name of a stop in messages. */
export function describeStop(stop: Stop): string {
  if (stop.kind !== 'pod') return describeContainer(stop.ref);
  const { namespace, name } = stop.ref;
  return `${stop.what} ${namespace}/${name}`;
}
