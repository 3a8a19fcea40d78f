import { createHash } from 'node:crypto';

/** What one more chunk of a reading brings. */
export type LogChunk =
  | { readonly kind: 'new'; readonly bytes: Buffer }
  /** Earlier readings have brought all of it. */
  | { readonly kind: 'seen' }
  /** It is another log: the node has rotated the one that was read before. */
  | { readonly kind: 'differs' };

/** A place in a container's log that is found again when the log is read from its start. */
export interface LogCursor {
  /** Returns how many bytes of the log were handed out so far. */
  readonly position: () => number;
  /** Starts another reading at the log's first byte. */
  readonly startReading: () => LogReading;
}

/** One reading of a log; feed it each chunk in order. */
export interface LogReading {
  readonly accept: (chunk: Buffer) => LogChunk;
  /** Whether it got as far as earlier readings; `false` at its end means that the log was rotated. */
  readonly reachedPosition: () => boolean;
}

/**
 * Makes a cursor at the start of a log, or behind `seen`, a beginning of it that was shown. A log cannot be read from an
 * offset, so a later reading skips as many bytes as were handed out, and compares their hash to notice a rotation.
 */
export function makeLogCursor(seen: Buffer = Buffer.alloc(0)): LogCursor {
  const handedOut = createHash('sha256').update(seen);
  let position = seen.length;
  const take = (bytes: Buffer): LogChunk => {
    handedOut.update(bytes);
    position += bytes.length;
    return { kind: 'new', bytes };
  };
  return {
    position: () => position,
    startReading: () => {
      const skipped = createHash('sha256');
      const toSkip = position;
      let skippedBytes = 0;
      let isPast = toSkip === 0;
      const accept = (chunk: Buffer): LogChunk => {
        if (isPast) return take(chunk);
        const known = chunk.subarray(0, toSkip - skippedBytes);
        skipped.update(known);
        skippedBytes += known.length;
        if (skippedBytes < toSkip) return { kind: 'seen' };
        if (skipped.digest('hex') !== handedOut.copy().digest('hex')) return { kind: 'differs' };
        isPast = true;
        return known.length < chunk.length ? take(chunk.subarray(known.length)) : { kind: 'seen' };
      };
      return { accept, reachedPosition: () => isPast };
    },
  };
}
