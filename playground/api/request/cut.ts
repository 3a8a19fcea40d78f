import type { HookAnswer } from '../../hook.ts';

/** What still passes of one chunk, and whether the connection is to be cut after it. */
export interface Passed {
  readonly part: Buffer;
  readonly isOver: boolean;
}

/** Counts what was sent and says where the hook wants the connection cut. */
export interface Cut {
  /** Whether nothing at all may pass. */
  readonly isOverAtOnce: boolean;
  readonly pass: (chunk: Buffer) => Passed;
}

/** The cut that a hook's answer asks for; one that never comes when it asks for none. */
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
