import type { Shown } from './remember-shown.ts';
import { findAgreements } from './find-agreements.ts';
import { findSplice, firstTwo } from './find-stream-start.ts';
import { asLogged } from '../log/line-ends.ts';

/** What a session missed while it had no stream, found in the log. */
export type Replay =
  | {
      readonly kind: 'found';
      /** As logged. */
      readonly missed: Buffer;
      /** The byte of the log at which the new stream begins, or the line in which it does. */
      readonly from: number;
      readonly isExact: boolean;
    }
  /** The log does not hold the place yet, or no more. */
  | { readonly kind: 'not-yet' }
  /** More than one place fits. */
  | { readonly kind: 'ambiguous' };

/** What has come on the new stream when the log was read. */
export interface NewStream {
  readonly attached: Buffer;
  /** Whether nothing came while the log was read twice, so that the log ends where the stream does. */
  readonly isQuiet: boolean;
}

type Place = { readonly kind: 'found'; readonly at: number } | { readonly kind: 'not-yet' | 'ambiguous' };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Finds in the log what came after all that was shown and before the new stream, so that shown, missed and new are
 * the output, each byte once. What was shown is recognised by where it must stand, else by its text.
 */
export function findReplay(log: Buffer, shown: Shown, stream: NewStream): Replay {
  const place = findLinesEnd(log, shown);
  if (place.kind !== 'found') return place;
  const from = place.at + shownOfLine(log.subarray(place.at), shown.unfinished);
  const rest = log.subarray(from);
  const end = findStreamStart(rest, stream);
  if (end.kind !== 'found') return end;
  const isInLine = !stream.attached.includes(LINE_FEED);
  const missed = rest.subarray(0, end.at);
  // Whatever the stream begins within is not in the log yet, so its place is only known from the line on.
  return { kind: 'found', missed, from: isInLine ? lineStart(log) : from + end.at, isExact: !isInLine };
}

/** All of the log that counts as shown, the unfinished line included; undefined when the place is not known. */
export function findSeen(log: Buffer, shown: Shown): Buffer | undefined {
  const place = findLinesEnd(log, shown);
  if (place.kind !== 'found') return undefined;
  const unfinished = withoutLastCr(shown.unfinished);
  const rest = log.subarray(place.at);
  const fits = startsWith(rest, unfinished) || startsWith(unfinished, rest);
  return Buffer.concat([log.subarray(0, place.at), fits ? unfinished : Buffer.alloc(0)]);
}

/** Where in the log the whole lines end that were shown. */
function findLinesEnd(log: Buffer, shown: Shown): Place {
  const { from, isExact, lines, loggedBytes, isMixed } = shown;
  if (from !== undefined && (isExact || loggedBytes === 0)) {
    const end = from + loggedBytes;
    if (end > log.length) return searchLines(log, shown, 0);
    const expected = isMixed ? Buffer.alloc(0) : lines;
    if (endsWith(log.subarray(0, end), expected)) return { kind: 'found', at: end };
  }
  if (isMixed) return { kind: 'ambiguous' };
  const place = searchLines(log, shown, (from ?? 0) + loggedBytes);
  return place.kind === 'not-yet' ? searchLines(log, shown, 0) : place;
}

function searchLines(log: Buffer, { lines, isMixed }: Shown, atLeast: number): Place {
  if (isMixed || lines.length === 0) return { kind: 'ambiguous' };
  const found = searchOnce(log, lines, atLeast);
  if (found.kind !== 'not-yet') return found;
  // Of the first line a part may be missing that nobody has seen: what was printed into it during an outage.
  const others = lines.subarray(lines.indexOf(LINE_FEED) + 1);
  return others.length === 0 ? found : searchOnce(log, others, atLeast);
}

function searchOnce(log: Buffer, text: Buffer, atLeast: number): Place {
  const from = Math.max(0, atLeast - text.length);
  const [first, ...others] = firstTwo(findAgreements(log.subarray(from), text, text.length));
  if (first === undefined) return { kind: 'not-yet' };
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', at: from + first + text.length };
}

/** How much of the line was shown before it was finished; all of it again if it is another line. */
function shownOfLine(rest: Buffer, unfinished: Buffer): number {
  if (startsWith(rest, unfinished)) return unfinished.length;
  const withoutCr = withoutLastCr(unfinished);
  if (startsWith(rest, withoutCr)) return withoutCr.length;
  return startsWith(unfinished, rest) ? rest.length : 0;
}

/** Where in the rest of the log the new stream begins. */
function findStreamStart(rest: Buffer, { attached, isQuiet }: NewStream): Place {
  const stream = asLogged(attached);
  const wholeLines = stream.subarray(0, stream.lastIndexOf(LINE_FEED) + 1);
  // The log has every whole line, and none of them came on the stream.
  if (wholeLines.length === 0) return { kind: 'found', at: rest.length };
  if (isQuiet && endsWith(rest, wholeLines)) return { kind: 'found', at: rest.length - wholeLines.length };
  const splice = findSplice(rest, attached);
  return splice.kind === 'found' ? { kind: 'found', at: splice.missed } : splice;
}

function lineStart(log: Buffer): number {
  return log.lastIndexOf(LINE_FEED) + 1;
}

/** The log drops the CR once the LF behind it has come. */
function withoutLastCr(bytes: Buffer): Buffer {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
}

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning);
}

function endsWith(bytes: Buffer, end: Buffer): boolean {
  return end.length <= bytes.length && bytes.subarray(bytes.length - end.length).equals(end);
}
