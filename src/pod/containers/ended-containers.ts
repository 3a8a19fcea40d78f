import { readContainerState, type ContainerState } from './container-state.ts';
import { listContainers, type PodContainer } from './containers.ts';
import type { Pod } from '../types.ts';

/** A container of the pod, debug containers apart, that ended between two readings of the pod. */
export interface EndedContainer {
  readonly name: string;
  /** undefined when the status no longer has it. */
  readonly exitCode: number | undefined;
  /** Whether the kubelet restarted it. */
  readonly isRestarted: boolean;
}

function endOf(state: ContainerState): number | undefined {
  return state.kind === 'terminated' ? state.exitCode : undefined;
}

function restartsOf({ status }: PodContainer): number {
  return status?.restartCount ?? 0;
}

function stateOf({ status }: PodContainer): ContainerState {
  return status === undefined ? { kind: 'absent' } : readContainerState(status.state);
}

function findEnd(before: PodContainer, now: PodContainer): EndedContainer | undefined {
  const { name, status } = now;
  if (restartsOf(now) > restartsOf(before))
    return { name, exitCode: endOf(readContainerState(status?.lastState)), isRestarted: true };
  const state = stateOf(now);
  const hasEnded = stateOf(before).kind === 'running' && state.kind === 'terminated';
  return hasEnded ? { name, exitCode: endOf(state), isRestarted: false } : undefined;
}

/** The containers of a pod that ended or restarted between two readings of it; debug containers do not count. */
export function endedContainers(before: Pod, now: Pod): readonly EndedContainer[] {
  const earlier = new Map(listContainers(before).map((container) => [container.name, container]));
  return listContainers(now).flatMap((container) => {
    const known = earlier.get(container.name);
    if (known === undefined || container.role === 'ephemeral') return [];
    return findEnd(known, container) ?? [];
  });
}
