import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { GIVE_UP_MS, STEP_MS } from '../patience.ts';
import type { SessionContext } from '../session-context.ts';
import { withTimeLimit } from '../with-time-limit.ts';

/** The times in which a log that is followed cannot be read. */
export interface LogOutage {
  /** Notes a failure, and returns whether to try again. */
  readonly isWorthTrying: (error: unknown) => boolean;
  /** The log is open again: says so if the loss was told, and renews the watch, which may have failed as well. */
  readonly isOver: (signal: AbortSignal) => Promise<void>;
}

/** A shorter outage is not told, as nothing is missed. In milliseconds. */
const TELL_AFTER_MS = 5000;

/** Watches for the outages of one log. */
export function makeLogOutage({ io, watch, connection }: SessionContext): LogOutage {
  let sinceMs: number | undefined;
  let isTold = false;
  return {
    isWorthTrying: (error) => {
      if (!isPassing(error)) return false;
      const nowMs = io.now().getTime();
      sinceMs ??= nowMs;
      if (!isTold && nowMs - sinceMs >= TELL_AFTER_MS) {
        isTold = true;
        const reason = error instanceof Error ? error.message : String(error);
        connection?.tell({ kind: 'lost', reason, isTyped: false });
      }
      return nowMs - sinceMs < GIVE_UP_MS;
    },
    isOver: async (signal) => {
      if (isTold) {
        const afterMs = io.now().getTime() - (sinceMs ?? 0);
        connection?.tell({
          kind: 'back',
          afterMs,
          hasDroppedKeys: false,
          hasDoubtfulKeys: false,
          mayLack: false,
        });
        const step = { milliseconds: STEP_MS, what: 'reading the pod', signal };
        await withTimeLimit(io, step, watch.renew).catch(() => signal.throwIfAborted());
      }
      sinceMs = undefined;
      isTold = false;
    },
  };
}
