import type { Streams } from './arrivals.ts';
import { findShownEnd } from './find-shown-end.ts';
import { findStreamStart } from './find-stream-start.ts';
import { findTwoStreamsStart, type MissedStreams } from './find-two-streams-start.ts';
import type { Shown, StreamStart } from './remember-shown.ts';
import { asLogged, LINE_FEED } from '../log/line-ends.ts';

/** What was printed while no stream was attached. */
export type FoundGap =
  | {
      readonly kind: 'found';
      /** As logged. */
      readonly missed: Streams;
      /** Where in the log the new stream begins, or the line in which it does. */
      readonly start: StreamStart;
    }
  /** The log does not hold the place yet, or no longer. */
  | { readonly kind: 'not-yet' }
  /** More than one place fits. */
  | { readonly kind: 'ambiguous' };

/** A new stream, as far as it had come when the log was read. */
export interface NewStream {
  readonly arrived: Streams;
  /** Whether log and stream are complete, so that their ends are the same. */
  readonly isFinal: boolean;
  /** Whether log and stream end with the same whole line: nothing new came during two readings. */
  readonly isQuiet: boolean;
}

/**
 * Finds in the log what was printed after all that was shown and before the new stream, so that shown, missed and new
 * are the output, each byte once. At a first attach nothing was shown.
 */
export function findGap(log: Buffer, shown: Shown, stream: NewStream): FoundGap {
  const from = findShownEnd(log, shown);
  if (from.kind !== 'found') return from;
  const gap = findMissed(log.subarray(from.at), stream);
  if (gap.kind !== 'found') return gap;
  const { stdout, stderr } = stream.arrived;
  // The log does not have the line yet in which the stream begins.
  const start =
    hasLine(stdout) || hasLine(stderr)
      ? { from: from.at + gap.missed.stdout.length + gap.missed.stderr.length, isExact: true }
      : { from: log.lastIndexOf(LINE_FEED) + 1, isExact: false };
  return { ...gap, start };
}

/** Finds what the new stream has missed in the part of the log that was not shown. */
function findMissed(rest: Buffer, { arrived, isFinal, isQuiet }: NewStream): MissedStreams {
  if (isFinal) return matchEnds(rest, { stdout: asLogged(arrived.stdout), stderr: asLogged(arrived.stderr) });
  // The log has every whole line, and none of them came on the stream.
  if (!hasLine(arrived.stdout) && !hasLine(arrived.stderr)) return foundBefore(rest, false);
  const lines = { stdout: linesOf(arrived.stdout), stderr: linesOf(arrived.stderr) };
  const atEnd = isQuiet ? matchEnds(rest, lines) : undefined;
  if (atEnd?.kind === 'found') return atEnd;
  return findOneStream(rest, arrived) ?? findTwoStreamsStart(rest, lines, false);
}

/** Finds the place of the one stream that has brought a whole line; undefined when both have, or it fits nowhere. */
function findOneStream(rest: Buffer, { stdout, stderr }: Streams): MissedStreams | undefined {
  const isStderr = hasLine(stderr);
  if (isStderr && hasLine(stdout)) return undefined;
  const start = findStreamStart(rest, isStderr ? stderr : stdout);
  if (start.kind === 'found') return foundBefore(rest.subarray(0, start.missed), isStderr);
  return start.kind === 'ambiguous' ? start : undefined;
}

/** Finds what was missed where log and streams end together. */
function matchEnds(rest: Buffer, streams: Streams): MissedStreams {
  if (streams.stdout.length > 0 && streams.stderr.length > 0) return findTwoStreamsStart(rest, streams, true);
  const stream = Buffer.concat([streams.stdout, streams.stderr]);
  const missedBytes = rest.length - stream.length;
  if (missedBytes < 0 || !rest.subarray(missedBytes).equals(stream)) return { kind: 'not-yet' };
  return foundBefore(rest.subarray(0, missedBytes), streams.stderr.length > 0);
}

/** The beginning of the line in which stderr begins belongs to stderr. */
function foundBefore(missed: Buffer, isStderr: boolean): MissedStreams {
  const end = isStderr ? missed.lastIndexOf(LINE_FEED) + 1 : missed.length;
  return { kind: 'found', missed: { stdout: missed.subarray(0, end), stderr: missed.subarray(end) } };
}

function hasLine(stream: Buffer): boolean {
  return stream.includes(LINE_FEED);
}

function linesOf(stream: Buffer): Buffer {
  return asLogged(stream.subarray(0, stream.lastIndexOf(LINE_FEED) + 1));
}
