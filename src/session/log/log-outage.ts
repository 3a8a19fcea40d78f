import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { GIVE_UP_MS, STEP_MS } from '../patience.ts';
import type { SessionContext } from '../session-context.ts';
import { withTimeLimit } from '../with-time-limit.ts';

/** The times in which a log that is followed cannot be had. */
export interface LogOutage {
  /** Notes a failure; whether it is worth another try. */
  readonly isWorthTrying: (error: unknown) => boolean;
  /** The log is open: tells so if the person was told that it was not, and trusts the old watch no more. */
  readonly isOver: (signal: AbortSignal) => Promise<void>;
}

/** A shorter outage is nobody's business, as nothing is missed. In milliseconds. */
const TELL_AFTER_MS = 5000;

/** Makes the outages of one log, none of which has begun. */
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
