import type { HookAnswer } from '../../hook.ts';

/** The part of a chunk that passes, and whether the connection breaks after it. */
export interface Passed {
  readonly part: Buffer;
  readonly isOver: boolean;
}

/** Counts what was sent, to break the connection where the hook asks for it. */
export interface Cut {
  /** Nothing may pass. */
  readonly isOverAtOnce: boolean;
  readonly pass: (chunk: Buffer) => Passed;
}

/** The cut of a hook's answer; without one everything passes. */
export function createCut({ cutAfterBytes = Infinity, cutAfterEvents = Infinity }: HookAnswer): Cut {
  let bytesLeft = cutAfterBytes;
  let eventsLeft = cutAfterEvents;
  return {
    isOverAtOnce: eventsLeft <= 0,
    pass: (chunk) => {
      const part = chunk.subarray(0, Math.min(chunk.length, bytesLeft));
      bytesLeft -= part.length;
      eventsLeft -= 1;
      return { part, isOver: bytesLeft <= 0 || eventsLeft <= 0 };
    },
  };
}
