import { STATUS_LAG_MS } from '../await-end.ts';
import { errorText } from '../../errors/error-text.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import { findContainerEnd, findContainerState } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';
import type { Streams } from './arrivals.ts';
import { findGap, type FoundGap } from './find-gap.ts';
import type { HeldOutput } from './held-output.ts';
import type { Shown, StreamStart } from './remember-shown.ts';
import type { SessionContext } from '../session-context.ts';
import { asLogged, asOnTerminal, CARRIAGE_RETURN, LINE_FEED } from '../log/line-ends.ts';
import { MAX_LOG_BYTES, readWholeLog } from '../log/read-whole-log.ts';
import type { GapPolicy } from './gap-policy.ts';

/** What was printed while no stream was attached, as far as the log tells. */
export type Gap =
  | {
      readonly kind: 'found';
      /** As the streams would have shown it. */
      readonly missed: Streams;
      /** Where the new stream begins, and what was shown of the line in which it does. */
      readonly start: StreamStart;
      readonly unfinished: Buffer;
    }
  /** Show the log in place of the stream: the stream has no single place in it, or one of them is too long. */
  | { readonly kind: 'follow-log' }
  /** The stream fits the log in more than one place, and the log cannot be shown in its place. */
  | { readonly kind: 'ambiguous' }
  /** The user may not read the log. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found'; readonly reason: string };

/** An attach, and what is known of the output before it. */
export interface GapRequest {
  readonly container: ContainerRef;
  readonly tty: boolean;
  /** What was shown before, as far as its place is known by now; nothing at a first attach. */
  readonly shown: () => Shown;
  /** What the attach has brought. */
  readonly held: Pick<HeldOutput, 'snapshot' | 'isWhole' | 'heldBytes'>;
  /** Whether the attach will bring nothing more. */
  readonly isStreamOver: () => boolean;
  readonly policy: GapPolicy;
}

/** How long output may be held back for the log, from the attach on, in milliseconds. */
const LOG_DEADLINE_MS = 5000;
/** For the last readings once the status says that the container has ended, in milliseconds. */
const LAST_READINGS_MS = 1000;
/** How long to wait for the status before reading the log: the watch may hear nothing. In milliseconds. */
const STATUS_FIRST_MS = 2000;
const READ_AGAIN_MS = { read: 50, unreadable: 250 } as const;
/** How long a node under load may take until its log has a line that an attach missed, in milliseconds. */
const EMPTY_FOR_MS = 3000;
const READ_EMPTY_AGAIN_MS = 1000;
const LOOK_AGAIN_MS = 100;

/** More than this is not held back, as it would fill the memory, and the node may rotate the log. */
const MAX_HELD_BYTES = BOUNDS.heldOutput.most;
/**
 * So many readings in a row must agree. A log that lags can give a wrong place. A log that runs ahead of the stream can
 * fit in several places, or nowhere.
 */
const READINGS = { found: 2, ambiguous: 4, 'not-yet': 4 } as const;

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
    if (gap === undefined) await io.sleep(READ_AGAIN_MS[reading.log], signal);
    else if (isEmpty(reading, request) && nowMs < emptyUntilMs)
      await pauseUnlessOver(context, request, signal);
    else return gap;
  }
}

/** The readings so far. */
interface Readings {
  readonly last: Reading;
  /** How many readings in a row agree with the last one, itself included. */
  readonly agreeing: number;
  /** The last reading that had time for an answer: it is the reason if the gap is not found. */
  readonly telling: Reading;
}

function addReading(before: Readings | undefined, last: Reading, withinMs: number): Readings {
  if (before === undefined) return { last, agreeing: 1, telling: last };
  const isTelling = last.log === 'read' || withinMs >= LAST_READINGS_MS;
  return {
    last,
    agreeing: isSame(before.last, last) ? before.agreeing + 1 : 1,
    telling: isTelling ? last : before.telling,
  };
}

function tooMuchHeld({ mayFollowLog }: GapPolicy): Gap {
  if (mayFollowLog) return { kind: 'follow-log' };
  return { kind: 'not-found', reason: 'too much output arrived before we found its place in the log' };
}

function notFound({ found, log, logBytes, arrivedBytes }: Reading, { mayFollowLog, why }: GapPolicy): Gap {
  if (found.kind === 'ambiguous' && !mayFollowLog) return found;
  // Too few readings to be sure, but a log that has all that arrived loses nothing.
  if (found.kind === 'ambiguous' && logBytes >= arrivedBytes) return { kind: 'follow-log' };
  return { kind: 'not-found', reason: why[log] };
}

/** An empty log fits any stream without a whole line, so it proves nothing. */
function isEmpty({ logBytes, isFinal, log }: Reading, { policy, isStreamOver }: GapRequest): boolean {
  return policy.isPatient && log === 'read' && logBytes === 0 && !isFinal && !isStreamOver();
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

/** One reading of the log and what it tells. */
interface Reading {
  readonly found: FoundGap;
  /** Whether log and streams are at their ends. */
  readonly isFinal: boolean;
  readonly log: 'read' | 'unreadable';
  readonly logBytes: number;
  readonly arrivedBytes: number;
}

interface NextReading extends GapRequest {
  readonly before: Reading | undefined;
  readonly withinMs: number;
}

async function readOnce(
  context: SessionContext,
  { container, shown, held, isStreamOver, policy, before, withinMs }: NextReading,
  signal: AbortSignal,
): Promise<Reading> {
  const isFinal = isStreamOver() && held.isWhole() && hasEnded(context.watch.latest(), container);
  const arrived = held.snapshot();
  const arrivedBytes = loggedBytes(arrived);
  const log = await readWholeLog(context, { container, withinMs }, signal);
  if (log === undefined)
    return { found: { kind: 'not-yet' }, isFinal: false, log: 'unreadable', logBytes: 0, arrivedBytes };
  const seen = { isFinal, log: 'read', logBytes: log.length, arrivedBytes } as const;
  if (log.length >= MAX_LOG_BYTES)
    return { found: { kind: policy.mayFollowLog ? 'ambiguous' : 'not-yet' }, ...seen };
  const after = held.snapshot();
  if (isTorn(arrived, after)) return { found: { kind: 'not-yet' }, ...seen };
  const isSilent = loggedBytes(after) === arrivedBytes && haveSameSizes(before, seen);
  // A lagging log is also quiet. So we trust quiet only where we cannot show the log instead.
  const isQuiet = !policy.mayFollowLog && isSilent;
  return { found: findGap(log, shown(), { arrived, isFinal, isQuiet }), ...seen };
}

type Sizes = Pick<Reading, 'logBytes' | 'arrivedBytes'>;

function haveSameSizes(before: Sizes | undefined, now: Sizes): boolean {
  return before?.logBytes === now.logBytes && before.arrivedBytes === now.arrivedBytes;
}

function loggedBytes({ stdout, stderr }: Streams): number {
  return asLogged(stdout).length + asLogged(stderr).length;
}

/** Whether the first whole line came while the log was read: the log may have it or not. */
function isTorn(before: Streams, after: Streams): boolean {
  const isNew = (channel: keyof Streams): boolean =>
    !before[channel].includes(LINE_FEED) && after[channel].includes(LINE_FEED);
  return isNew('stdout') || isNew('stderr');
}

function isSame(before: Reading, now: Reading): boolean {
  if (before.isFinal !== now.isFinal || before.found.kind !== now.found.kind) return false;
  if (before.found.kind !== 'found' || now.found.kind !== 'found') return true;
  const [earlier, later] = [before.found.missed, now.found.missed];
  return earlier.stdout.length === later.stdout.length && earlier.stderr.length === later.stderr.length;
}

/** Returns the gap that enough readings agree on; undefined while that can still change. */
function settle({ last, agreeing }: Readings, { tty, shown, policy }: GapRequest): Gap | undefined {
  const { found, isFinal, logBytes, arrivedBytes } = last;
  if (agreeing < READINGS[found.kind]) return undefined;
  if (found.kind === 'found') return asShown(found, { tty, shown });
  if (isFinal && policy.isPatient) return notFound(last, policy);
  if (!policy.mayFollowLog) return undefined;
  if (found.kind === 'ambiguous') return { kind: 'follow-log' };
  if (!isFinal) return undefined;
  // The runtime has dropped the end of the log or of a stream.
  if (logBytes >= arrivedBytes) return { kind: 'follow-log' };
  return { kind: 'not-found', reason: 'the log is shorter than the output that we received' };
}

function asShown(
  { missed, start }: Extract<FoundGap, { kind: 'found' }>,
  { tty, shown }: Pick<GapRequest, 'tty' | 'shown'>,
): Gap {
  const before = shown().unfinished;
  const line = Buffer.concat([before, missed.stdout]);
  const unfinished = start.isExact ? Buffer.alloc(0) : line.subarray(line.lastIndexOf(LINE_FEED) + 1);
  if (!tty) return { kind: 'found', missed, start, unfinished };
  const stdout = asOnTerminal(missed.stdout);
  // The CR of the first line end may have been shown already.
  const hasShownCr = missed.stdout[0] === LINE_FEED && before.at(-1) === CARRIAGE_RETURN;
  return {
    kind: 'found',
    missed: { ...missed, stdout: hasShownCr ? stdout.subarray(1) : stdout },
    start,
    unfinished,
  };
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

function hasEnded(latest: PodState, { container }: ContainerRef): boolean {
  return latest.kind === 'present' && findContainerEnd(latest.pod, container) !== undefined;
}
