import { asLogged, LINE_FEED, withoutLastCr } from '../log/line-ends.ts';
import { findOverlaps, firstTwo } from './find-overlaps.ts';

/** Where a stream begins in a log. */
export type StreamStartMatch =
  /** Behind this many bytes of the log. */
  | { readonly kind: 'found'; readonly missed: number }
  /** The log does not hold one whole line of the stream yet. */
  | { readonly kind: 'not-yet' }
  /** More than one place fits, as no line of the overlap occurs only once. */
  | { readonly kind: 'ambiguous' };

/**
 * Finds where an attached stream begins in the log of the same container. The log is the beginning of the output and the
 * stream is the end of it, so at the right place both are equal as far as both reach. The overlap must hold at least one
 * whole line. Both are compared as the log stores them (see `asLogged`).
 */
export function findStreamStart(log: Buffer, attached: Buffer): StreamStartMatch {
  // The log may have dropped the CR already, if its LF is still on the way.
  const stream = asLogged(withoutLastCr(attached));
  const firstLineEnd = stream.indexOf(LINE_FEED);
  if (firstLineEnd === -1) return { kind: 'not-yet' };
  const [missed, ...others] = firstTwo(findOverlaps(log, stream, firstLineEnd + 1));
  if (missed === undefined) return { kind: 'not-yet' };
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', missed };
}
