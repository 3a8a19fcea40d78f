import { findAgreements } from './find-agreements.ts';

/** Where the first attached byte stands in the log. */
export type Splice =
  /** Exactly there: `missed` bytes of the log come before it. */
  | { readonly kind: 'found'; readonly missed: number }
  /** The log does not yet hold one whole line of what was attached. */
  | { readonly kind: 'not-yet' }
  /** More than one place fits: no line of the overlap occurs only once. */
  | { readonly kind: 'ambiguous' };

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const NEWLINE = Buffer.of(LINE_FEED);

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

/** What the container runtime writes to the log for these bytes: one CR before each LF is dropped. */
export function asLogged(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const end = at > from && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at;
    kept.push(bytes.subarray(from, end), NEWLINE);
    from = at + 1;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
}

/** The bytes that a terminal showed for what its log holds: it puts a CR before each LF. */
export function asOnTerminal(logged: Buffer): Buffer {
  return Buffer.from(logged.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
