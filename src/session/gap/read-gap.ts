import { STATUS_LAG_MS } from '../await-end.ts';
import { errorText } from '../../errors/error-text.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import { findContainerEnd, findContainerState } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';
import type { SessionContext } from '../session-context.ts';
import type { Gap, GapRequest } from './gap.ts';
import type { GapPolicy } from './gap-policy.ts';
import { hasEnded, readOnce, type Reading } from './log-reading.ts';
import { addReading, isAgreed, LAST_READINGS_MS, notFound, settle, type Readings } from './settle-gap.ts';

/** How long output may be held back for the log, from the attach on, in milliseconds. */
const LOG_DEADLINE_MS = 5000;
/** How long to wait for the status before reading the log: the watch may hear nothing. In milliseconds. */
const STATUS_FIRST_MS = 2000;
const READ_AGAIN_MS = 50;
const READ_AGAIN_LATER_MS = 250;
/** How long a node under load may take until its log has a line that an attach missed, in milliseconds. */
const EMPTY_FOR_MS = 3000;
const READ_EMPTY_AGAIN_MS = 1000;
const LOOK_AGAIN_MS = 100;

/** More than this is not held back, as it would fill the memory, and the node may rotate the log. */
const MAX_HELD_BYTES = BOUNDS.heldOutput.most;

/**
 * Finds in the log what a container printed between what was shown and a new attach. The log can be read once the pod's
 * status says Running. Throws the signal's reason when it is aborted.
 */
export async function readGap(
  context: SessionContext,
  request: GapRequest,
  signal: AbortSignal,
): Promise<Gap> {
  const startedMs = context.io.now().getTime();
  try {
    await untilLogIsReadable(context, request.container, signal);
    await context.io.sleep(request.policy.settleMs, signal);
    return await readUntilFound(context, { ...request, startedMs }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) && error.code === 403) return { kind: 'forbidden' };
    return { kind: 'not-found', reason: `the log cannot be read: ${errorText(error)}` };
  }
}

type TimedRequest = GapRequest & { readonly startedMs: number };

async function readUntilFound(
  context: SessionContext,
  request: TimedRequest,
  signal: AbortSignal,
): Promise<Gap> {
  const { io } = context;
  let deadlineMs = request.startedMs + LOG_DEADLINE_MS;
  let history: Readings | undefined;
  const firstMs = io.now().getTime();
  for (;;) {
    if (request.held.heldBytes() > MAX_HELD_BYTES) return tooMuchHeld(request.policy);
    const nowMs = io.now().getTime();
    deadlineMs = Math.max(deadlineMs, lagDeadlineMs(context, request, nowMs));
    if (history !== undefined && nowMs >= deadlineMs) return notFound(history.telling, request.policy);
    const withinMs = Math.max(1, deadlineMs - nowMs);
    const reading = await readOnce(context, { ...request, before: history?.last, withinMs }, signal);
    history = addReading(history, reading, withinMs);
    const gap = settle(history, request);
    const emptyUntilMs = Math.min(firstMs + EMPTY_FOR_MS, deadlineMs - READ_EMPTY_AGAIN_MS);
    if (gap === undefined) await io.sleep(pauseMs(history, request.policy), signal);
    else if (isEmpty(reading, request) && nowMs < emptyUntilMs)
      await pauseUnlessOver(context, request, signal);
    else return gap;
  }
}

function pauseMs(readings: Readings, { isShownAtOnce }: GapPolicy): number {
  // Output goes on beside readings that agree on no place, so no hurry helps.
  const isWithoutHurry = isShownAtOnce && isAgreed(readings);
  return readings.last.log === 'unreadable' || isWithoutHurry ? READ_AGAIN_LATER_MS : READ_AGAIN_MS;
}

function tooMuchHeld({ mayFollowLog }: GapPolicy): Gap {
  if (mayFollowLog) return { kind: 'follow-log' };
  return { kind: 'not-found', reason: 'too much output arrived before we found its place in the log' };
}

/** An empty log fits any stream without a whole line, so it proves nothing. */
function isEmpty({ logBytes, isFinal, log }: Reading, { policy, isStreamOver }: GapRequest): boolean {
  return policy.isShownAtOnce && log === 'read' && logBytes === 0 && !isFinal && !isStreamOver();
}

/** Stops early when the user leaves. */
async function pauseUnlessOver(
  { io }: SessionContext,
  { isStreamOver }: GapRequest,
  signal: AbortSignal,
): Promise<void> {
  const endMs = io.now().getTime() + READ_EMPTY_AGAIN_MS;
  while (!isStreamOver() && io.now().getTime() < endMs) await io.sleep(LOOK_AGAIN_MS, signal);
}

/** Once the stream is over, we wait only for the status to report the end of the container. */
function lagDeadlineMs(
  { watch }: SessionContext,
  { container, isStreamOver, startedMs }: TimedRequest,
  nowMs: number,
): number {
  if (!isStreamOver() || hasEnded(watch.latest(), container)) return 0;
  return Math.min(nowMs + LAST_READINGS_MS, startedMs + STATUS_LAG_MS);
}

/** Returns when the log should be readable, or when it is time to try. */
async function untilLogIsReadable(
  { io, watch }: SessionContext,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const late = io.sleep(STATUS_FIRST_MS, AbortSignal.any([signal, over.signal])).then(() => true);
  try {
    while (!hasLog(watch.latest(), container))
      if (await Promise.race([watch.changed().then(() => false), late])) return;
  } finally {
    over.abort();
    late.catch(() => undefined); // aborted on purpose
  }
}

function hasLog(latest: PodState, { container }: ContainerRef): boolean {
  return (
    latest.kind === 'gone' ||
    findContainerEnd(latest.pod, container) !== undefined ||
    findContainerState(latest.pod, container).kind === 'running'
  );
}
