import { asOnTerminal, CARRIAGE_RETURN, LINE_FEED } from '../log/line-ends.ts';
import type { FoundGap } from './find-gap.ts';
import type { Gap, GapRequest } from './gap.ts';
import type { GapPolicy } from './gap-policy.ts';
import type { Reading } from './log-reading.ts';

/** For the last readings once the status says that the container has ended, in milliseconds. */
export const LAST_READINGS_MS = 1000;

/**
 * So many readings in a row must agree. A log that lags can give a wrong place. A log that runs ahead of the stream can
 * fit in several places, or nowhere.
 */
const READINGS = { found: 2, ambiguous: 4, 'not-yet': 4 } as const;

/** The readings so far. */
export interface Readings {
  readonly last: Reading;
  /** How many readings in a row agree with the last one, itself included. */
  readonly agreeing: number;
  /** The last reading that had time for an answer: it is the reason if the gap is not found. */
  readonly telling: Reading;
}

/** Adds a reading to those before; `withinMs` says how long its answer may have taken. */
export function addReading(before: Readings | undefined, last: Reading, withinMs: number): Readings {
  if (before === undefined) return { last, agreeing: 1, telling: last };
  const isTelling = last.log === 'read' || withinMs >= LAST_READINGS_MS;
  return {
    last,
    agreeing: isSame(before.last, last) ? before.agreeing + 1 : 1,
    telling: isTelling ? last : before.telling,
  };
}

/** Whether as many readings in a row agree as we ask for. */
export function isAgreed({ last, agreeing }: Readings): boolean {
  return agreeing >= READINGS[last.found.kind];
}

/** Returns the gap that enough readings agree on; undefined while that can still change. */
export function settle(readings: Readings, { tty, shown, policy }: GapRequest): Gap | undefined {
  const { last } = readings;
  const { found, isFinal, logBytes, arrivedBytes } = last;
  if (!isAgreed(readings)) return undefined;
  if (found.kind === 'found') return asShown(found, { tty, shown });
  // Nothing waits for what was printed before but the end of the session.
  if (isFinal && policy.isShownAtOnce) return notFound(last, policy);
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

/** Returns what a last reading says of a gap without a certain place. */
export function notFound(
  { found, log, logBytes, arrivedBytes }: Reading,
  { mayFollowLog, why }: GapPolicy,
): Gap {
  if (found.kind === 'ambiguous' && !mayFollowLog) return found;
  // Too few readings to be sure, but a log that has all that arrived loses nothing.
  if (found.kind === 'ambiguous' && logBytes >= arrivedBytes) return { kind: 'follow-log' };
  return { kind: 'not-found', reason: why[log] };
}

function isSame(before: Reading, now: Reading): boolean {
  if (before.isFinal !== now.isFinal || before.found.kind !== now.found.kind) return false;
  if (before.found.kind !== 'found' || now.found.kind !== 'found') return true;
  const [earlier, later] = [before.found.missed, now.found.missed];
  return earlier.stdout.length === later.stdout.length && earlier.stderr.length === later.stderr.length;
}
