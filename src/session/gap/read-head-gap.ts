import { STATUS_LAG_MS } from '../await-end.ts';
import { errorText } from '../../errors/error-text.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import { readBeginning } from '../../cluster/formats/read-at-most.ts';
import { openLog } from '../../cluster/api/log.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { findContainerEnd, findContainerState } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { PodSight } from '../../cluster/watch/pod-watch.ts';
import type { HeldOutput } from './held-output.ts';
import type { MergedSplice, Streams } from './find-two-streams-start.ts';
import { certainBytes, nodeFailureOf } from '../log/node-failure.ts';
import { placeStreams } from './choose-stream-match.ts';
import type { SessionContext } from '../session-context.ts';
import { asOnTerminal, asLogged } from '../log/line-ends.ts';

/** What an attach has missed, as far as the log can tell. */
export type Head =
  | { readonly kind: 'found'; readonly missed: Streams }
  /** Only the log itself is the truth: the streams fit it in more than one place, or not at all. */
  | { readonly kind: 'follow-log' }
  | { readonly kind: 'gap'; readonly reason: string }
  /** The log may not be read. */
  | { readonly kind: 'unknown' };

/** How long output may be held back for the log, from the attach on, in milliseconds. */
const LOG_DEADLINE_MS = 5000;
/** For the last readings once the status says that the container has ended, in milliseconds. */
const LAST_READINGS_MS = 1000;
/** How long the status is waited for before the log itself is asked: the watch may hear nothing. In milliseconds. */
const STATUS_FIRST_MS = 2000;
const READ_AGAIN_MS = { read: 50, unreadable: 250 } as const;
/** A node under load may need so long until its log has a line that an attach came too late for, in milliseconds. */
const EMPTY_FOR_MS = 3000;
const READ_EMPTY_AGAIN_MS = 1000;
const LOOK_AGAIN_MS = 100;
const WHY_GAP = {
  read: 'the log does not show what was printed',
  unreadable: 'the log could not be read in time',
} as const;

/** Beyond this much the log is followed instead, as memory is not for holding output. */
const MAX_HELD_BYTES = BOUNDS.heldOutput.most;
const MAX_LOG_BYTES = BOUNDS.wholeLog.most;
/**
 * How many readings in a row must agree: a log that lags behind can mislead, and one that fits in several places, or
 * nowhere, may only be ahead of what has arrived.
 */
const READINGS = { found: 2, ambiguous: 4, 'not-yet': 4 } as const;

/** The attach whose beginning is looked for. */
export interface HeadRequest {
  readonly container: ContainerRef;
  readonly tty: boolean;
  readonly held: HeldOutput;
  /** Whether all that the attach will ever bring has come. */
  readonly isStreamOver: () => boolean;
  /** How long output may settle before the log is read, in milliseconds. */
  readonly settleMs: number;
  /** Whether nothing is held back meanwhile, so that a log which has nothing yet can be waited for. */
  readonly isPatient?: boolean;
}

/**
 * Finds what a container printed before we were attached: the log has it, once the pod's status says Running. Who may
 * not read logs has to do without. Throws the signal's reason when it is aborted.
 */
export async function findHead(
  context: SessionContext,
  request: HeadRequest,
  signal: AbortSignal,
): Promise<Head> {
  const startedMs = context.io.now().getTime();
  try {
    await untilLogIsReadable(context, request.container, signal);
    await context.io.sleep(request.settleMs, signal);
    return await readUntilFound(context, { ...request, startedMs }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) && error.code === 403) return { kind: 'unknown' };
    const why = errorText(error);
    return { kind: 'gap', reason: `the log cannot be read: ${why}` };
  }
}

async function readUntilFound(
  context: SessionContext,
  request: HeadRequest & { readonly startedMs: number },
  signal: AbortSignal,
): Promise<Head> {
  const { io } = context;
  let deadlineMs = request.startedMs + LOG_DEADLINE_MS;
  let before: Reading | undefined;
  let agreeing = 0;
  const firstMs = io.now().getTime();
  for (;;) {
    if (request.held.heldBytes() > MAX_HELD_BYTES) return { kind: 'follow-log' };
    const nowMs = io.now().getTime();
    deadlineMs = Math.max(deadlineMs, lagDeadlineMs(context, request, nowMs));
    const reading = await readOnce(
      context,
      { ...request, withinMs: Math.max(1, deadlineMs - nowMs) },
      signal,
    );
    agreeing = isSame(before, reading) ? agreeing + 1 : 1;
    before = reading;
    const head = agreeing >= READINGS[reading.splice.kind] ? settle(reading, request.tty) : undefined;
    if (head !== undefined && isEmpty(reading, request) && nowMs - firstMs < EMPTY_FOR_MS) {
      await pauseUnlessOver(context, request, signal);
      continue;
    }
    if (head !== undefined) return head;
    if (io.now().getTime() > deadlineMs) return { kind: 'gap', reason: WHY_GAP[reading.log] };
    await io.sleep(READ_AGAIN_MS[reading.log], signal);
  }
}

/** A log without a byte agrees with a stream without a whole line whatever was printed before. */
function isEmpty({ logBytes, isFinal, log }: Reading, { isPatient, isStreamOver }: HeadRequest): boolean {
  return isPatient === true && log === 'read' && logBytes === 0 && !isFinal && !isStreamOver();
}

/** Who has left is not to wait for it. */
async function pauseUnlessOver(
  { io }: SessionContext,
  { isStreamOver }: HeadRequest,
  signal: AbortSignal,
): Promise<void> {
  const endMs = io.now().getTime() + READ_EMPTY_AGAIN_MS;
  while (!isStreamOver() && io.now().getTime() < endMs) await io.sleep(LOOK_AGAIN_MS, signal);
}

/** Output of a stream that is over waits for nothing but the end of its container, whose status may lag behind. */
function lagDeadlineMs(
  { watch }: SessionContext,
  { container, isStreamOver, startedMs }: HeadRequest & { readonly startedMs: number },
  nowMs: number,
): number {
  if (!isStreamOver() || hasEnded(watch.latest(), container)) return 0;
  return Math.min(nowMs + LAST_READINGS_MS, startedMs + STATUS_LAG_MS);
}

/** One reading of the log and what it tells. */
interface Reading {
  readonly splice: MergedSplice;
  /** Whether log and streams are at their ends. */
  readonly isFinal: boolean;
  readonly log: 'read' | 'unreadable';
  readonly logBytes: number;
  readonly attachedBytes: number;
}

async function readOnce(
  context: SessionContext,
  { container, held, isStreamOver, withinMs }: HeadRequest & { readonly withinMs: number },
  signal: AbortSignal,
): Promise<Reading> {
  const isFinal = isStreamOver() && held.isWhole() && hasEnded(context.watch.latest(), container);
  const attached = held.snapshot();
  const log = await readWholeLog(context, { container, withinMs }, signal);
  const seen = {
    log: log === undefined ? ('unreadable' as const) : ('read' as const),
    logBytes: log?.length ?? 0,
    attachedBytes: asLogged(attached.stdout).length + asLogged(attached.stderr).length,
  };
  if (log === undefined) return { splice: { kind: 'not-yet' }, isFinal: false, ...seen };
  if (log.length >= MAX_LOG_BYTES) return { splice: { kind: 'ambiguous' }, isFinal, ...seen };
  const splice = isTorn(attached, held.snapshot()) ? NOT_YET : placeStreams(log, attached, isFinal);
  return { splice, isFinal, ...seen };
}

const NOT_YET: MergedSplice = { kind: 'not-yet' };

/** The first whole line came while the log was read: it may be in the log, or not. */
function isTorn(before: Streams, after: Streams): boolean {
  const isNew = (channel: keyof Streams): boolean =>
    !before[channel].includes('\n') && after[channel].includes('\n');
  return isNew('stdout') || isNew('stderr');
}

function isSame(before: Reading | undefined, now: Reading): boolean {
  if (before?.isFinal !== now.isFinal || before.splice.kind !== now.splice.kind) return false;
  if (before.splice.kind !== 'found' || now.splice.kind !== 'found') return true;
  const [earlier, later] = [before.splice.missed, now.splice.missed];
  return earlier.stdout.length === later.stdout.length && earlier.stderr.length === later.stderr.length;
}

/** What a reading means that others agree with; undefined when it may still change. */
function settle({ splice, isFinal, logBytes, attachedBytes }: Reading, tty: boolean): Head | undefined {
  if (splice.kind === 'found')
    return { kind: 'found', missed: tty ? shownOnTerminal(splice.missed) : splice.missed };
  if (splice.kind === 'ambiguous') return { kind: 'follow-log' };
  if (!isFinal) return undefined;
  // The runtime has dropped the end of one of them.
  if (logBytes >= attachedBytes) return { kind: 'follow-log' };
  return { kind: 'gap', reason: 'the log is shorter than what came' };
}

function shownOnTerminal({ stdout, stderr }: Streams): Streams {
  return { stdout: asOnTerminal(stdout), stderr };
}

/** Returns when the log should be readable, or it is time to ask it. */
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
    late.catch(() => undefined); // nobody waits for it any more
  }
}

function hasLog(sight: PodSight, { container }: ContainerRef): boolean {
  return (
    sight.kind === 'gone' ||
    findContainerEnd(sight.pod, container) !== undefined ||
    findContainerState(sight.pod, container).kind === 'running'
  );
}

function hasEnded(sight: PodSight, { container }: ContainerRef): boolean {
  return sight.kind === 'present' && findContainerEnd(sight.pod, container) !== undefined;
}

/** The log of a container. */
export interface WholeLog {
  readonly container: ContainerRef;
  /** How long the server may take to begin with it, in milliseconds. */
  readonly withinMs: number;
}

/** The log as it is now, at most 32 MiB of it; undefined while it cannot be read. Throws `ApiError` when it never can. */
export async function readWholeLog(
  { cluster }: SessionContext,
  { container, withinMs: timeoutMs }: WholeLog,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  try {
    const { body } = await openLog(cluster, container, { limitBytes: MAX_LOG_BYTES, timeoutMs, signal });
    const log = await readBeginning(body, MAX_LOG_BYTES);
    return nodeFailureOf(log.subarray(certainBytes(log))) === undefined ? log : undefined;
  } catch (error) {
    // The kubelet's own view lags behind the status (400), or it is away for a moment.
    if (isPassing(error) || (isApiError(error) && error.code === 400)) return undefined;
    throw error;
  }
}
