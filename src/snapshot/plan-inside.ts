import { readContainerId } from '../pod/containers/container-id.ts';
import { listContainers, type PodContainer } from '../pod/containers/containers.ts';
import { findContainerState } from '../pod/containers/container-state.ts';
import { findDefaultContainer } from '../pod/containers/default-container.ts';
import type { Pod } from '../pod/types.ts';
import { chooseTargetContainer } from '../target/containers/choose-target-container.ts';
import type { VisitedContainer } from './inside/script.ts';

/** Which containers of a pod to look into. */
export interface TargetWish {
  /** The name that the user gave; undefined to choose one. */
  readonly target: string | undefined;
  readonly isEachContainer: boolean;
}

/** One debug container, and what it can see. */
export interface Visit {
  /** undefined for a debug container that only shares the network of the pod. */
  readonly target: string | undefined;
  /** The containers whose processes it sees, that of the chosen files first. */
  readonly containers: readonly VisitedContainer[];
  /** Why it sees no processes of the pod; empty if it does. */
  readonly whyNoProcesses: string;
  /** Why the target may end before the debug container starts, which then never does; empty for a steady target. */
  readonly risk: string;
}

/** The debug container for a pod whose processes cannot be seen: it shares the network. */
export function visitNetwork(why: string): Visit {
  return { target: undefined, containers: [], whyNoProcesses: why, risk: '' };
}

function isRunning(pod: Pod, { name }: PodContainer): boolean {
  return findContainerState(pod, name).kind === 'running';
}

/** The containers of the pod that run, without debug containers. */
function runningContainers(pod: Pod): readonly PodContainer[] {
  return listContainers(pod).filter(
    (container) => container.role !== 'ephemeral' && isRunning(pod, container),
  );
}

function idOf({ status }: PodContainer): string {
  return readContainerId(status?.containerID) ?? '';
}

/** The containers of the pod with their ids, debug containers included. */
export function containersWithIds(pod: Pod): readonly VisitedContainer[] {
  return listContainers(pod).map((container) => ({ name: container.name, id: idOf(container) }));
}

/**
 * Chooses as `debug` does in a script, and the first if there are several. A container that has just restarted is better
 * than none here: what can be read until it ends next is what the snapshot is for.
 */
function chooseOne(pod: Pod, now: Date): { readonly name: string | undefined; readonly why: string } {
  const choice = chooseTargetContainer(pod, now);
  if (choice.kind === 'one') return { name: choice.name, why: '' };
  if (choice.kind === 'several') return { name: choice.names[0], why: '' };
  const running = runningContainers(pod);
  const named = findDefaultContainer(pod);
  const found =
    running.find(({ name }) => name === named?.name) ??
    running.find(({ role }) => role === 'app') ??
    running[0];
  return { name: found?.name, why: choice.why };
}

/**
 * The debug containers that a snapshot needs. Where all containers share their processes one sees everything; else each
 * target needs its own.
 */
export function planVisits(pod: Pod, { target, isEachContainer }: TargetWish, now: Date): readonly Visit[] {
  const running = runningContainers(pod);
  const choice = target === undefined ? chooseOne(pod, now) : { name: target, why: '' };
  const { name, why: risk } = choice;
  if (name === undefined) return [visitNetwork(risk)];
  const first = running.find((each) => each.name === name);
  if (sharesProcesses(pod)) {
    const all = [...(first === undefined ? [] : [first]), ...running.filter((each) => each !== first)];
    return [
      {
        target: name,
        containers: all.map((each) => ({ name: each.name, id: idOf(each) })),
        whyNoProcesses: '',
        risk,
      },
    ];
  }
  const names = isEachContainer
    ? [name, ...running.map((each) => each.name).filter((each) => each !== name)]
    : [name];
  // In the PID namespace of its target, process 1 is the target's.
  return names.map((each) => ({
    target: each,
    containers: [{ name: each, id: '' }],
    whyNoProcesses: '',
    risk,
  }));
}

/** Whether a debug container sees the processes of all containers. */
function sharesProcesses({ spec }: Pod): boolean {
  return spec.shareProcessNamespace === true || spec.hostPID === true;
}
