import { CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { commandText } from '../../errors/shell-word.ts';
import {
  findContainerEnd,
  findContainerState,
  type ContainerState,
} from '../../pod/containers/container-state.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { explainPullFailure, type AwaitedImage } from './image-failures.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';
import { explainRuntimeFailure } from './runtime-failures.ts';
import { judgeWaitingReason } from './waiting-reasons.ts';

/** What a reading of the pod means for a starting container. */
export type StartVerdict =
  | { readonly kind: 'running' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: CliError }
  | { readonly kind: 'waiting'; readonly reason: string; readonly message: string };

/** How long the container has waited for the same reason. */
interface WaitingHistory {
  readonly reason: string;
  readonly sinceMs: number;
}

/** The history before the first reading. */
export const NO_HISTORY: WaitingHistory = { reason: '', sinceMs: 0 };

/** The history after one more reading, at `nowMs`. */
export function continueHistory(
  history: WaitingHistory,
  verdict: StartVerdict,
  nowMs: number,
): WaitingHistory {
  const reason = verdict.kind === 'waiting' ? verdict.reason : '';
  return reason === history.reason ? history : { reason, sinceMs: nowMs };
}

/** Reads the status of the container. How long it has waited is for `judgeWaiting`. */
export function readStart(latest: PodState, ref: ContainerRef): StartVerdict {
  if (latest.kind === 'gone') return gone(ref, 'pod-replaced', 'the pod was deleted meanwhile');
  const end = findContainerEnd(latest.pod, ref.container);
  if (end !== undefined) return readTerminated(end, ref);
  const state = findContainerState(latest.pod, ref.container);
  switch (state.kind) {
    case 'running':
      return { kind: 'running' };
    case 'terminated':
      return readTerminated(state, ref);
    case 'waiting':
      return podEnd(latest.pod, ref) ?? { kind: 'waiting', reason: state.reason, message: state.message };
    case 'absent':
      return podEnd(latest.pod, ref) ?? { kind: 'waiting', reason: '', message: '' };
  }
}

/** The failure of a container that has waited this long; undefined while it may still start. */
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
 * The failure in the message of a failed pull; undefined for one that may pass. The message is in the status, and up to
 * half a minute earlier in an event of reason Failed. The kubelet keeps trying, but a wait for an image that the
 * registry does not have, or denies, is in vain.
 */
export function judgePull(message: string, ref: AwaitedImage): CliError | undefined {
  const failure = explainPullFailure(message, ref);
  return failure && startError(ref, failure);
}

/**
 * The failure in the message of an event about a container that cannot start; undefined for one that may pass, and for
 * one that only the status explains.
 */
export function judgeFailedEvent(message: string, ref: ContainerRef): CliError | undefined {
  const said = message.replace(/^Error: /, '');
  const failure = explainRuntimeFailure(message, { ...ref, said });
  return failure.isFinal ? startError(ref, failure) : undefined;
}

/** Waiting reasons that need no message. */
const IMAGE_REASONS: ReadonlyMap<string, 'image-invalid' | 'image-never-pulled'> = new Map([
  ['InvalidImageName', 'image-invalid'],
  ['ErrImageNeverPull', 'image-never-pulled'],
]);

function judgeFailure(
  { reason, message }: { readonly reason: string; readonly message: string },
  ref: AwaitedImage,
  isPatienceOver: boolean,
): CliError | undefined {
  const { namespace, name, image } = ref;
  const ofImage = IMAGE_REASONS.get(reason);
  if (ofImage !== undefined) return startError(ref, explainRefusal(ofImage, { pod: name, namespace, image }));
  const failure = explainRuntimeFailure(message, { ...ref, said: `${reason}: ${message}` });
  return isPatienceOver || failure.isFinal ? startError(ref, failure) : undefined;
}

/** The runtime's reasons for a container whose process could not be started. */
const START_FAILURES = ['StartError', 'ContainerCannotRun'];

function readTerminated(
  { reason, message }: Extract<ContainerState, { kind: 'terminated' }>,
  ref: ContainerRef,
): StartVerdict {
  if (!START_FAILURES.includes(reason)) return { kind: 'ended' };
  const said = message === '' ? reason : message;
  return { kind: 'failed', error: startError(ref, explainRuntimeFailure(message, { ...ref, said })) };
}

function podEnd(pod: Pod, ref: ContainerRef): StartVerdict | undefined {
  if (pod.metadata.deletionTimestamp !== undefined)
    return gone(ref, 'pod-terminating', 'the pod is being deleted');
  if (!hasFinished(pod)) return undefined;
  const { phase = '', reason = phase } = pod.status ?? {};
  return gone(ref, 'pod-finished', `the pod has finished (${reason})`);
}

/** The container cannot start as its pod is gone; the hint lists the pods that remain. */
function gone(ref: ContainerRef, kind: ErrorKind, why: string): StartVerdict {
  const hint = commandText`to list the current pods: kubectl-debug pods -n ${ref.namespace}`;
  return { kind: 'failed', error: startError(ref, { kind, why, hint }) };
}

function startError(ref: ContainerRef, { kind, why, hint }: Explained): CliError {
  const what = `cannot start ${describeContainer(ref)}`;
  return new CliError(kind, `${what}: ${why}`, { hint });
}
