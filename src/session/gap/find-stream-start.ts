import { LINE_FEED, asLogged } from '../log/line-ends.ts';
import { findAgreements } from './find-agreements.ts';

/** Where the first attached byte stands in the log. */
export type Splice =
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
export function findSplice(log: Buffer, attached: Buffer): Splice {
  const stream = asLogged(attached);
  const firstLineEnd = stream.indexOf(LINE_FEED);
  if (firstLineEnd === -1) return { kind: 'not-yet' };
  const [missed, ...others] = firstTwo(findAgreements(log, stream, firstLineEnd + 1));
  if (missed === undefined) return { kind: 'not-yet' };
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', missed };
}

/** More than one is as many as any. */
export function firstTwo<T>(all: Iterable<T>): readonly T[] {
  const found: T[] = [];
  for (const one of all) if (found.push(one) === 2) break;
  return found;
}
