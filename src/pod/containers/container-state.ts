import type { ContainerStateFields, Pod, StateTerminated } from '../types.ts';
import { findContainer } from './containers.ts';
import { parseTime } from '../timestamp.ts';

/** The state of a container by its status; `absent` until the kubelet writes one. */
export type ContainerState =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'waiting';
      /** Free text such as `ContainerCreating` or `ImagePullBackOff`; may be empty. */
      readonly reason: string;
      readonly message: string;
    }
  | { readonly kind: 'running'; readonly startedAt: Date | undefined }
  | {
      readonly kind: 'terminated';
      readonly exitCode: number;
      /** 0 when the process exited by itself. Most runtimes leave it 0 and write 128 + signal to `exitCode`. */
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

/** Reads `state` or `lastState`. By the API, one without any field means waiting. */
export function readContainerState(fields: ContainerStateFields = {}): ContainerState {
  const { waiting = {}, running, terminated } = fields;
  if (terminated !== undefined) return readTerminated(terminated);
  if (running !== undefined) return { kind: 'running', startedAt: parseTime(running.startedAt) };
  return { kind: 'waiting', reason: waiting.reason ?? '', message: waiting.message ?? '' };
}

/** The state of the container of this name, whatever its role. */
export function findContainerState(pod: Pod, name: string): ContainerState {
  const status = findContainer(pod, name)?.status;
  return status === undefined ? { kind: 'absent' } : readContainerState(status.state);
}

/** The reasons of a container that waits without a failure. With others, such as a failed pull, it may never start. */
export const ON_ITS_WAY: readonly string[] = ['', 'ContainerCreating', 'PodInitializing'];

/** A state in a few words, for brackets: `CrashLoopBackOff`, `Error, exit code 3`. */
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

/** The earliest end of the container of this name in its status, which keeps the last two runs at most. */
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

/** Whether the container has been restarted. Ephemeral containers never are. */
export function hasRestarted(pod: Pod, name: string): boolean {
  return (findContainer(pod, name)?.status?.restartCount ?? 0) > 0;
}
