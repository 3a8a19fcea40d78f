import { asLogged, LINE_FEED, withoutLastCr } from '../log/line-ends.ts';
import { findAgreements, firstTwo } from './find-agreements.ts';

/** Where the first attached byte stands in the log. */
export type StreamStartMatch =
  /** Exactly there: `missed` bytes of the log come before it. */
  | { readonly kind: 'found'; readonly missed: number }
  /** The log does not yet hold one whole line of what was attached. */
  | { readonly kind: 'not-yet' }
  /** More than one place fits: no line of the overlap occurs only once. */
  | { readonly kind: 'ambiguous' };

/**
 * Finds where an attached stream begins in the log of the same container. The log is a beginning of the whole output,
 * the stream an end of it, so that at the right place both agree as far as both reach; the overlap must hold at least
 * one whole line. Both are compared as the log stores them (see `asLogged`).
 */
export function findStreamStart(log: Buffer, attached: Buffer): StreamStartMatch {
  // The log may have dropped the CR already, if its LF is still on the way.
  const stream = asLogged(withoutLastCr(attached));
  const firstLineEnd = stream.indexOf(LINE_FEED);
  if (firstLineEnd === -1) return { kind: 'not-yet' };
  const [missed, ...others] = firstTwo(findAgreements(log, stream, firstLineEnd + 1));
  if (missed === undefined) return { kind: 'not-yet' };
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', missed };
}
