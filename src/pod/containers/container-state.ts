import type { ContainerStateFields, Pod, StateTerminated } from '../types.ts';
import { findContainer } from './containers.ts';
import { parseTime } from '../timestamp.ts';

/** What a container does, as its status says; `absent` when the kubelet has written no status for it yet. */
export type ContainerState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'waiting';
      /** `ContainerCreating`, `ImagePullBackOff`, …; free text, empty when there is none. */
      readonly reason: string;
      readonly message: string;
    }
  | { readonly kind: 'running'; readonly startedAt: Date | undefined }
  | {
      readonly kind: 'terminated';
      readonly exitCode: number;
      /** 0 when it exited by itself; runtimes mostly say 128 + n in `exitCode` and leave this 0. */
      readonly signal: number;
      readonly reason: string;
      readonly message: string;
      readonly startedAt: Date | undefined;
      readonly finishedAt: Date | undefined;
    };

function readTerminated(terminated: StateTerminated): ContainerState {
  const { exitCode, signal = 0, reason = '', message = '', startedAt, finishedAt } = terminated;
  const times = { startedAt: parseTime(startedAt), finishedAt: parseTime(finishedAt) };
  return { kind: 'terminated', exitCode, signal, reason, message, ...times };
}

/** Reads `state` or `lastState`; one without any field means waiting, as the API says. */
export function readContainerState(fields: ContainerStateFields = {}): ContainerState {
  const { waiting = {}, running, terminated } = fields;
  if (terminated !== undefined) return readTerminated(terminated);
  if (running !== undefined) return { kind: 'running', startedAt: parseTime(running.startedAt) };
  return { kind: 'waiting', reason: waiting.reason ?? '', message: waiting.message ?? '' };
}

/** The state of the container of this name, whatever its role, ephemeral ones included. */
export function findContainerState(pod: Pod, name: string): ContainerState {
  const status = findContainer(pod, name)?.status;
  return status === undefined ? { kind: 'absent' } : readContainerState(status.state);
}

/** What a container waits for that has no trouble: an image that cannot be pulled, say, is tried for ever and starts nothing. */
export const ON_ITS_WAY: readonly string[] = ['', 'ContainerCreating', 'PodInitializing'];

/** What a container does, in a few words for brackets: `CrashLoopBackOff`, `Error, exit code 3`. */
export function describeState(state: ContainerState): string {
  switch (state.kind) {
    case 'absent':
      return 'not started yet';
    case 'waiting':
      return state.reason === '' ? 'not started yet' : state.reason;
    case 'running':
      return 'running';
    case 'terminated':
      return `${state.reason === '' ? 'ended' : state.reason}, exit code ${state.exitCode}`;
  }
}

/** How the container of this name first ended, as far as its status still knows: restarts leave only the last end. */
export function findContainerEnd(
  pod: Pod,
  name: string,
): Extract<ContainerState, { kind: 'terminated' }> | undefined {
  const status = findContainer(pod, name)?.status;
  const states = [status?.state, hasRestarted(pod, name) ? status?.lastState : undefined].map(
    readContainerState,
  );
  return states.find((state) => state.kind === 'terminated');
}

/** Whether the process that runs, or waits to run, is not the first one; ephemeral containers never restart. */
export function hasRestarted(pod: Pod, name: string): boolean {
  return (findContainer(pod, name)?.status?.restartCount ?? 0) > 0;
}
