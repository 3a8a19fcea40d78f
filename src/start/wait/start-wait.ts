import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { refusalError } from '../../errors/refusals/refusals.ts';
import type { Io } from '../../io.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { msUntilAttempt } from './attach-attempts.ts';
import {
  continueHistory,
  judgeFailedEvent,
  judgePull,
  judgeWaiting,
  NO_HISTORY,
  readStart,
  type StartVerdict,
} from '../judge/judge-start.ts';
import { namesOf } from '../../cluster/api/pull-secrets.ts';
import { causeOfPullFailure, type AwaitedImage } from '../judge/image-failures.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';
import type { StartSigns } from './start-signs.ts';
import { judgeWaitingReason } from '../judge/waiting-reasons.ts';

/**
 * What the wait has found: the container runs, or has already ended; or it `likely` runs, which only an attempt to
 * attach can tell.
 */
export type StartSign = 'likely' | 'running' | 'ended';

export interface StartRequest {
  readonly container: ContainerRef;
  readonly image: string;
  readonly timeoutMs: number;
  /**
   * What counts as running. `status`: the status of the pod; only then can the log be read. `event`: also the Started
   * event, up to a second sooner. `attempt`: also `likely`, at times when an attach may already work.
   */
  readonly accepts: 'status' | 'event' | 'attempt';
  /** Receives what the wait is for, whenever that changes. The text is raw; the caller escapes it. */
  readonly onProgress: (text: string) => void;
  /** Receives, once, a failure that the node retries by itself. The text is raw; the caller escapes it. */
  readonly onTrouble: (text: string) => void;
}

/** A wait for one container. */
interface StartWait {
  /**
   * Waits for the next sign. May be called again, also after `running`: an attach can still come too early. Throws a
   * `CliError` with the cause when the container cannot start, when the pod is gone, and when the time is over
   * (`timeout`, `not-picked-up`). Throws the error of a lasting outage of the server, and the reason of `signal`.
   */
  readonly next: (signal: AbortSignal) => Promise<StartSign>;
}

/** How often to check the deadlines while nothing changes, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/** Begins to wait for a container. Its `timeoutMs` counts from here. */
export function startWait(io: Io, signs: StartSigns, request: StartRequest): StartWait {
  const { watch, events } = signs;
  const deadlineMs = io.now().getTime() + request.timeoutMs;
  const judge = makeJudge(signs, { request, deadlineMs });
  let attempts = 0;
  const next = async (signal: AbortSignal): Promise<StartSign> => {
    for (;;) {
      const verdict = readStart(watch.latest(), request.container);
      if (verdict.kind === 'failed') throw verdict.error;
      if (verdict.kind !== 'waiting') return verdict.kind;
      if (events.latest().hasStarted && request.accepts !== 'status') return 'running';
      const nowMs = io.now().getTime();
      judge(verdict, nowMs);
      const attemptMs =
        request.accepts === 'attempt' ? msUntilNext(signs, { verdict, nowMs, attempts }) : undefined;
      if (attemptMs === 0) {
        attempts += 1;
        return 'likely';
      }
      const pauseMs = Math.min(LOOK_AGAIN_MS, deadlineMs - nowMs, attemptMs ?? Infinity);
      await changedOrLater(io, { changes: [watch.changed(), events.changed()], pauseMs }, signal);
    }
  };
  return {
    next: async (signal) => {
      const sign = await next(signal);
      if (sign !== 'likely') events.close();
      return sign;
    },
  };
}

/**
 * Makes the function that judges each reading of a waiting container: it throws if the container cannot start, and else
 * reports progress.
 */
function makeJudge(
  { watch, events }: StartSigns,
  { request, deadlineMs }: { readonly request: StartRequest; readonly deadlineMs: number },
): (verdict: Waiting, nowMs: number) => void {
  let history = NO_HISTORY;
  let isTroubleTold = false;
  return (verdict, nowMs) => {
    history = continueHistory(history, verdict, nowMs);
    const { image } = request;
    const container = { ...request.container, image, ...pullsOf(watch.latest(), request.container) };
    const { lastPullFailure, lastFailure, lastReason } = events.latest();
    const failure =
      judgeWaiting(verdict, container, { ...history, nowMs }) ??
      judgePull(lastPullFailure, container) ??
      judgeFailedEvent(lastFailure, container);
    if (failure !== undefined) throw failure;
    const outage = watch.outage();
    if (outage !== undefined) throw outage;
    if (nowMs >= deadlineMs) throw timeoutError(verdict, { ...request, lastPullFailure });
    const trouble = lastPullFailure === '' ? pullFailureOf(verdict) : lastPullFailure;
    if (trouble !== '' && !isTroubleTold) {
      isTroubleTold = true;
      request.onTrouble(describeTrouble(image, trouble));
    }
    request.onProgress(describe(verdict, lastReason));
  };
}

type Waiting = Extract<StartVerdict, { kind: 'waiting' }>;

function msUntilNext(
  { events, answerMs }: StartSigns,
  {
    verdict,
    nowMs,
    attempts,
  }: { readonly verdict: Waiting; readonly nowMs: number; readonly attempts: number },
): number | undefined {
  const { isReadable, isCreated, isPulling, pulledAtMs } = events.latest();
  return msUntilAttempt({
    sinceMs: nowMs - (pulledAtMs ?? events.openedAtMs),
    made: attempts,
    areEventsReadable: isReadable,
    answerMs,
    isCreated,
    isPulling,
    isHeldUp: judgeWaitingReason(verdict.reason).kind !== 'progress',
  });
}

function pullsOf(
  latest: PodState,
  { container }: ContainerRef,
): Pick<AwaitedImage, 'pullSecrets' | 'isInNewPod'> {
  if (latest.kind === 'gone') return { pullSecrets: [], isInNewPod: false };
  const { imagePullSecrets, ephemeralContainers = [] } = latest.pod.spec;
  const isInNewPod = ephemeralContainers.every(({ name }) => name !== container);
  return { pullSecrets: namesOf(imagePullSecrets), isInNewPod };
}

function pullFailureOf({ reason, message }: Waiting): string {
  return judgeWaitingReason(reason).kind === 'image' ? message : '';
}

function describeTrouble(image: string, message: string): string {
  return `cannot pull image "${image}" yet: ${causeOfPullFailure(message)}. The node keeps trying; Ctrl-C leaves, then try another --image`;
}

/** The progress to show, by the reason of the last event. */
const STEPS: Readonly<Record<string, string>> = {
  Pulling: 'pulling the image…',
  Pulled: 'image pulled, creating…',
  Created: 'created, starting…',
  Started: 'started…',
  Failed: 'failed, retrying…',
};

function describe({ reason, message }: Waiting, lastEvent: string): string {
  if (reason === '') return 'the node has not picked the container up yet';
  if (judgeWaitingReason(reason).kind === 'image') return 'image pull failed, retrying…';
  if (message !== '') return `${reason}: ${message}`;
  if (lastEvent === 'BackOff') return 'image pull failed, retrying…';
  return (Object.hasOwn(STEPS, lastEvent) ? STEPS[lastEvent] : undefined) ?? 'creating…';
}

function timeoutError(
  { reason, message }: Waiting,
  request: StartRequest & { readonly lastPullFailure: string },
): CliError {
  const { container, namespace, name: pod } = request.container;
  const seconds = Math.round(request.timeoutMs / 1000);
  const what = `${describeContainer(request.container)} did not start within ${seconds} s`;
  if (reason === '') return refusalError(what, 'not-picked-up', { pod, namespace });
  const cause = message === '' ? request.lastPullFailure : message;
  const state = cause === '' ? reason : `${reason}: ${cause}`;
  return refusalError(what, 'start-too-slow', { pod, namespace, container, state });
}
