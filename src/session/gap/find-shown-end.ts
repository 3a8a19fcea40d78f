import { firstTwo, findOverlaps } from './find-overlaps.ts';
import type { Shown } from './remember-shown.ts';
import { endsWith, LINE_FEED, startsWith, withoutLastCr } from '../log/line-ends.ts';

/** A byte of a log; `not-yet` when the log does not hold the place, `ambiguous` when more than one place fits. */
export type Place =
  { readonly kind: 'found'; readonly at: number } | { readonly kind: 'not-yet' | 'ambiguous' };

/**
 * Finds where in the log ends what was shown, the unfinished line included: at the place that follows from where the
 * stream began, or else by its text.
 */
export function findShownEnd(log: Buffer, shown: Shown): Place {
  const lines = findLinesEnd(log, shown);
  if (lines.kind !== 'found') return lines;
  return { kind: 'found', at: lines.at + shownOfLine(log.subarray(lines.at), shown.unfinished) };
}

/** All of the log that was shown, and the unfinished line behind it; undefined when the place is not known. */
export function findSeen(log: Buffer, shown: Shown): Buffer | undefined {
  const place = findLinesEnd(log, shown);
  if (place.kind !== 'found') return undefined;
  const unfinished = withoutLastCr(shown.unfinished);
  const rest = log.subarray(place.at);
  const fits = startsWith(rest, unfinished) || startsWith(unfinished, rest);
  return Buffer.concat([log.subarray(0, place.at), ...(fits ? [unfinished] : [])]);
}

/** Finds where the whole lines end that were shown. */
function findLinesEnd(log: Buffer, shown: Shown): Place {
  const { from, isExact, lines, loggedBytes, isMixed } = shown;
  // The log orders the lines of two streams in its own way.
  if (isMixed) return { kind: 'ambiguous' };
  if (from !== undefined && (isExact || loggedBytes === 0)) {
    const end = from + loggedBytes;
    if (end > log.length) return searchLines(log, lines, 0);
    if (endsWith(log.subarray(0, end), lines)) return { kind: 'found', at: end };
  }
  const place = searchLines(log, lines, (from ?? 0) + loggedBytes);
  return place.kind === 'not-yet' ? searchLines(log, lines, 0) : place;
}

function searchLines(log: Buffer, lines: Buffer, atLeast: number): Place {
  if (lines.length === 0) return { kind: 'ambiguous' };
  const found = searchText(log, lines, atLeast);
  if (found.kind !== 'not-yet') return found;
  // The first line may lack what was printed into it during an earlier outage.
  const others = lines.subarray(lines.indexOf(LINE_FEED) + 1);
  return others.length === 0 ? found : searchText(log, others, atLeast);
}

function searchText(log: Buffer, text: Buffer, atLeast: number): Place {
  const from = Math.max(0, atLeast - text.length);
  const [first, ...others] = firstTwo(findOverlaps(log.subarray(from), text, text.length));
  if (first === undefined) return { kind: 'not-yet' };
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', at: from + first + text.length };
}

/** Returns how many bytes of the line were shown before it was finished; 0 if it is another line. */
function shownOfLine(rest: Buffer, unfinished: Buffer): number {
  if (startsWith(rest, unfinished)) return unfinished.length;
  const withoutCr = withoutLastCr(unfinished);
  if (startsWith(rest, withoutCr)) return withoutCr.length;
  return startsWith(unfinished, rest) ? rest.length : 0;
}
