import { createHash } from 'node:crypto';
import type { ContainerStatus, StateTerminated } from '../../../src/pod/types.ts';
import type { ContainerRole, RoledContainer } from './container-role.ts';

/** `containerd://` and 64 hexadecimal digits, a hash of the text. */
export function containerId(text: string): string {
  return `containerd://${createHash('sha256').update(text).digest('hex')}`;
}

/** One instance of a container; each restart makes a new one. */
export interface Instance {
  readonly containerID: string;
  readonly restartCount: number;
}

/** The first status of a container, before its start; `reason` is the waiting reason. */
export function firstStatus({ role, spec }: RoledContainer, reason: string): ContainerStatus {
  return {
    name: spec.name,
    image: spec.image ?? '',
    imageID: '',
    ready: false,
    ...(role === 'ephemeral' ? {} : { started: false }),
    restartCount: 0,
    state: { waiting: { reason } },
    lastState: {},
  };
}

/** The status of a waiting container; an earlier end becomes its last state. */
export function waiting(status: ContainerStatus, reason: string, message?: string): ContainerStatus {
  return {
    ...notReady(status),
    state: { waiting: { reason, ...(message === undefined ? {} : { message }) } },
    lastState: lastStateOf(status),
  };
}

/** The status of a container that runs since `startedAt` (RFC 3339). */
export function running(
  status: ContainerStatus,
  { containerID, restartCount, startedAt }: Instance & { readonly startedAt: string },
): ContainerStatus {
  return {
    ...notReady(status),
    containerID,
    restartCount,
    imageID: imageId(status.image ?? ''),
    state: { running: { startedAt } },
    lastState: lastStateOf(status),
  };
}

/** The status of a container that has started and, if its role has readiness, is ready. */
export function startedAndReady(status: ContainerStatus, role: ContainerRole): ContainerStatus {
  const hasReadiness = role === 'app' || role === 'sidecar';
  return role === 'ephemeral' ? status : { ...status, started: true, ready: hasReadiness };
}

/** The status of a container that has ended; an init container that succeeded counts as ready. */
export function terminated(
  status: ContainerStatus,
  role: ContainerRole,
  end: StateTerminated,
): ContainerStatus {
  return {
    ...notReady(status),
    ready: role === 'init' && end.exitCode === 0,
    state: { terminated: end },
  };
}

/** The end of a running container as containerd reports it: a signal is part of the exit code. */
export function terminatedState(
  { state, containerID = '' }: ContainerStatus,
  exitCode: number,
  finishedAt: string,
): StateTerminated {
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { exitCode, reason, startedAt: state?.running?.startedAt ?? finishedAt, finishedAt, containerID };
}

/** The end of a container whose command could not be executed. */
export function startError(containerID: string, message: string, finishedAt: string): StateTerminated {
  const startedAt = '1970-01-01T00:00:00Z';
  return { exitCode: 128, reason: 'StartError', message, startedAt, finishedAt, containerID };
}

function notReady(status: ContainerStatus): ContainerStatus {
  return { ...status, ready: false, ...(status.started === undefined ? {} : { started: false }) };
}

function lastStateOf({ state, lastState = {} }: ContainerStatus): ContainerStatus['lastState'] & object {
  return state?.terminated === undefined ? lastState : { terminated: state.terminated };
}

function imageId(image: string): string {
  const repository = image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  return `${repository}@sha256:${createHash('sha256').update(image).digest('hex')}`;
}
