import { CliError } from '../errors/cli-error.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import { findContainerEnd, findContainerState, type ContainerState } from '../pod/container-state.ts';
import { hasFinished } from '../pod/has-finished.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { readImageFailure, type AwaitedImage } from './image-failures.ts';
import type { PodSight } from './pod-watch.ts';
import { readRuntimeFailure } from './runtime-failures.ts';
import { judgeWaitingReason } from './waiting-reasons.ts';

/** What a sight of the pod means for a container that is being started. */
export type StartVerdict =
  | { readonly kind: 'running' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: CliError }
  | { readonly kind: 'waiting'; readonly reason: string; readonly message: string };

/** Since when the container has been seen waiting for the same thing. */
export interface WaitingHistory {
  readonly reason: string;
  readonly sinceMs: number;
}

/** The history of a container that nobody has looked at yet. */
export const NO_HISTORY: WaitingHistory = { reason: '', sinceMs: 0 };

/** The history after one more sight, at `nowMs`. */
export function continueHistory(history: WaitingHistory, sight: StartVerdict, nowMs: number): WaitingHistory {
  const reason = sight.kind === 'waiting' ? sight.reason : '';
  return reason === history.reason ? history : { reason, sinceMs: nowMs };
}

/** Reads what the status says of the container, as it stands, without any patience. */
export function readStart(sight: PodSight, ref: ContainerRef): StartVerdict {
  if (sight.kind === 'gone')
    return failed({ kind: 'pod-replaced', why: 'the pod was deleted meanwhile' }, ref);
  const end = findContainerEnd(sight.pod, ref.container);
  if (end !== undefined) return readTerminated(end, ref);
  const state = findContainerState(sight.pod, ref.container);
  switch (state.kind) {
    case 'running':
      return { kind: 'running' };
    case 'terminated':
      return readTerminated(state, ref);
    case 'waiting':
      return podEnd(sight.pod, ref) ?? { kind: 'waiting', reason: state.reason, message: state.message };
    case 'absent':
      return podEnd(sight.pod, ref) ?? { kind: 'waiting', reason: '', message: '' };
  }
}

/** The failure that a container which waits for this long has come to; undefined while there is hope. */
export function judgeWaiting(
  waiting: Extract<StartVerdict, { kind: 'waiting' }>,
  ref: AwaitedImage,
  history: WaitingHistory & { readonly nowMs: number },
): CliError | undefined {
  const verdict = judgeWaitingReason(waiting.reason);
  switch (verdict.kind) {
    case 'progress':
      return undefined;
    case 'image':
      return judgePull(waiting.message, ref);
    case 'fail':
      return judgeFailure(waiting, ref, history.nowMs - history.sinceMs >= verdict.afterMs);
  }
}

/**
 * The failure that the message of a failed pull stands for; undefined for what may heal. The message comes with the
 * status, and up to half a minute earlier with an event of reason Failed. The kubelet goes on trying, but an image that
 * the registry does not have, or does not give, is not worth a person's wait.
 */
export function judgePull(message: string, ref: AwaitedImage): CliError | undefined {
  const failure = readImageFailure(message);
  if (failure === undefined) return undefined;
  const what = `cannot start debug container "${ref.container}" in ${place(ref)}: image "${ref.image}" ${failure.why}`;
  return new CliError(failure.kind, what, { hint: failure.hint(ref) });
}

/**
 * The failure that the message of an event about a container which cannot be started stands for; undefined for what
 * may heal, and for what only the status explains.
 */
export function judgeFailedEvent(message: string, ref: ContainerRef): CliError | undefined {
  const { kind, hint, isFinal } = readRuntimeFailure(message);
  if (!isFinal) return undefined;
  const why = message.replace(/^Error: /, '');
  return new CliError(kind, `cannot start debug container "${ref.container}" in ${place(ref)}: ${why}`, {
    hint,
  });
}

function judgeFailure(
  { reason, message }: { readonly reason: string; readonly message: string },
  ref: AwaitedImage,
  isPatienceOver: boolean,
): CliError | undefined {
  const what = `cannot start debug container "${ref.container}" in ${place(ref)}: `;
  if (reason === 'InvalidImageName')
    return new CliError('image-invalid', `${what}"${ref.image}" is no valid image name`, {
      hint: 'check --image',
    });
  if (reason === 'ErrImageNeverPull')
    return new CliError('image-never-pulled', `${what}image "${ref.image}" is not on the node`, {
      hint: 'leave --image-pull-policy=Never away',
    });
  const failure = readRuntimeFailure(message);
  if (!isPatienceOver && !failure.isFinal) return undefined;
  return new CliError(failure.kind, `${what}${reason}: ${message}`, { hint: failure.hint });
}

/** What the runtime calls a container whose process could not be started. */
const START_FAILURES = ['StartError', 'ContainerCannotRun'];

function readTerminated(
  { reason, message }: Extract<ContainerState, { kind: 'terminated' }>,
  ref: ContainerRef,
): StartVerdict {
  if (!START_FAILURES.includes(reason)) return { kind: 'ended' };
  const { kind, hint } = readRuntimeFailure(message);
  return failed({ kind, why: message === '' ? reason : message, hint }, ref);
}

function podEnd(pod: Pod, ref: ContainerRef): StartVerdict | undefined {
  if (pod.metadata.deletionTimestamp !== undefined)
    return failed({ kind: 'pod-terminating', why: 'the pod is being deleted' }, ref);
  if (!hasFinished(pod)) return undefined;
  const { phase = '', reason: why = phase } = pod.status ?? {};
  return failed({ kind: 'pod-finished', why: `the pod has finished (${why})` }, ref);
}

function failed(
  { kind, why, hint }: { readonly kind: ErrorKind; readonly why: string; readonly hint?: string },
  ref: ContainerRef,
): StartVerdict {
  const message = `cannot start debug container "${ref.container}" in ${place(ref)}: ${why}`;
  return { kind: 'failed', error: new CliError(kind, message, hint === undefined ? {} : { hint }) };
}

function place({ namespace, name }: ContainerRef): string {
  return `${namespace}/${name}`;
}
