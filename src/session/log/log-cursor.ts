import { createHash } from 'node:crypto';

/** What one more chunk of a log reading holds. */
export type LogChunk =
  | { readonly kind: 'new'; readonly bytes: Buffer }
  /** All of it was seen before. */
  | { readonly kind: 'seen' }
  /** It is not the log that was read before: the node has rotated it. */
  | { readonly kind: 'differs' };

/** A place in a container's log that survives reading it from the start again. */
export interface LogCursor {
  /** Bytes of the log that were handed out so far. */
  readonly position: () => number;
  /** Starts one more reading from the log's first byte. */
  readonly startReading: () => LogReading;
}

/** One reading of a log; feed it each chunk in order. */
export interface LogReading {
  readonly accept: (chunk: Buffer) => LogChunk;
  /** Whether it got as far as earlier readings did; at its end, `false` means that the log was rotated. */
  readonly reachedPosition: () => boolean;
}

/**
 * Makes a cursor at the start of a log, or behind a beginning of it that was seen elsewhere. A log has no byte offsets to resume at, so a later reading skips as many
 * bytes as were handed out, and compares their hash to notice that the node has rotated the start away.
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
