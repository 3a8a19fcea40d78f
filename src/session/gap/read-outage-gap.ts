import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { readWholeLog } from './read-head-gap.ts';
import { findReplay, type Replay } from './find-outage-gap.ts';
import type { SessionContext } from '../session-context.ts';
import type { Shown, StreamStart } from './remember-shown.ts';
import { asOnTerminal } from '../log/line-ends.ts';

/** What came while there was no stream. */
export type CatchUp =
  | {
      readonly kind: 'found';
      /** As the stream would have shown it. */
      readonly missed: Buffer;
      /** Where the new stream begins, and what was shown of the line in which it does. */
      readonly start: StreamStart;
      readonly unfinished: Buffer;
    }
  /** The log may not be read, or more than one place fits. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gap'; readonly reason: string };

/** What is to be joined. */
export interface CatchUpRequest {
  readonly container: ContainerRef;
  readonly tty: boolean;
  readonly shown: Shown;
  /** All that has come on the new stream so far. */
  readonly attached: () => Buffer;
  /** Whether that is less than what has come. */
  readonly hasTooMuch?: () => boolean;
}

/** How long the log may take to show what the streams did, in milliseconds. */
const LOG_DEADLINE_MS = 5000;
const READ_AGAIN_MS = 50;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Finds in the log what came between an old stream and a new one. A log that lags behind can mislead, so a place
 * counts when two readings agree on it. Throws the signal's reason when it is aborted.
 */
export async function catchUp(
  context: SessionContext,
  request: CatchUpRequest,
  signal: AbortSignal,
): Promise<CatchUp> {
  try {
    return await readUntilFound(context, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) && error.code === 403) return { kind: 'unknown' };
    return { kind: 'gap', reason: `the log cannot be read: ${describe(error)}` };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One reading of the log and what it told. */
interface Reading {
  readonly logBytes: number;
  readonly attachedBytes: number;
  readonly replay: Replay;
}

async function readUntilFound(
  context: SessionContext,
  request: CatchUpRequest,
  signal: AbortSignal,
): Promise<CatchUp> {
  const { io } = context;
  const deadlineMs = io.now().getTime() + LOG_DEADLINE_MS;
  let before: Reading | undefined;
  for (;;) {
    const withinMs = Math.max(1, deadlineMs - io.now().getTime());
    const reading = await readOnce(context, { ...request, before, withinMs }, signal);
    if (reading?.replay.kind === 'found' && agree(before, reading)) return found(request, reading.replay);
    before = reading;
    // The node may have rotated the log by then, and memory is not for holding output.
    if (request.hasTooMuch?.() === true)
      return { kind: 'gap', reason: 'too much output came before its place was known' };
    if (io.now().getTime() > deadlineMs) return missing(reading);
    await io.sleep(READ_AGAIN_MS, signal);
  }
}

interface NextReading extends CatchUpRequest {
  readonly before: Reading | undefined;
  readonly withinMs: number;
}

async function readOnce(
  context: SessionContext,
  { container, shown, attached, before, withinMs }: NextReading,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  const early = attached();
  const log = await readWholeLog(context, { container, withinMs }, signal);
  if (log === undefined) return undefined;
  const late = attached();
  const isQuiet =
    before?.logBytes === log.length && before.attachedBytes === early.length && late.length === early.length;
  // The first whole line came while the log was read: it may be in the log, or not.
  const isTorn = !early.includes(LINE_FEED) && late.includes(LINE_FEED);
  const replay = isTorn
    ? ({ kind: 'not-yet' } as const)
    : findReplay(log, shown, { attached: early, isQuiet });
  return { logBytes: log.length, attachedBytes: early.length, replay };
}

function agree(before: Reading | undefined, { logBytes, attachedBytes, replay }: Reading): boolean {
  if (before === undefined) return false;
  if (before.logBytes === logBytes && before.attachedBytes === attachedBytes) return true;
  const isSame = before.replay.kind === 'found' && replay.kind === 'found';
  return isSame && before.replay.missed.length === replay.missed.length;
}

function found({ tty, shown }: CatchUpRequest, replay: Extract<Replay, { kind: 'found' }>): CatchUp {
  const { missed, from, isExact } = replay;
  const line = Buffer.concat([shown.unfinished, missed]);
  return {
    kind: 'found',
    missed: tty ? asStream(missed, shown.unfinished) : missed,
    start: { from, isExact },
    unfinished: isExact ? Buffer.alloc(0) : line.subarray(line.lastIndexOf(LINE_FEED) + 1),
  };
}

/** The CR of the first line may have been shown already. */
function asStream(missed: Buffer, unfinished: Buffer): Buffer {
  const hasShownCr = missed[0] === LINE_FEED && unfinished.at(-1) === CARRIAGE_RETURN;
  const stream = asOnTerminal(missed);
  return hasShownCr ? stream.subarray(1) : stream;
}

function missing(reading: Reading | undefined): CatchUp {
  if (reading === undefined) return { kind: 'gap', reason: 'the log could not be read' };
  if (reading.replay.kind === 'ambiguous') return { kind: 'unknown' };
  return { kind: 'gap', reason: 'the log does not show what was printed while the connection was lost' };
}
