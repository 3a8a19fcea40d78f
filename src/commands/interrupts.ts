import { Interrupted, type InterruptName } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';

const INTERRUPTS: readonly InterruptName[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs `body` with an AbortSignal that the first Ctrl-C, SIGTERM or SIGHUP aborts with an `Interrupted` as its
 * reason, so that everything is released on the way out. A second one ends the process as it always does.
 */
export async function withInterrupts<T>(io: Io, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stopHearing = INTERRUPTS.map((name) =>
    io.onSignal(name, () => {
      stopHearing.forEach((stop) => stop());
      controller.abort(new Interrupted(name));
    }),
  );
  try {
    return await body(controller.signal);
  } finally {
    stopHearing.forEach((stop) => stop());
  }
}
