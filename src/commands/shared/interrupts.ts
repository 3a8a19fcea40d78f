import { setMaxListeners } from 'node:events';
import { ENDING_SIGNALS, Interrupted, type InterruptName } from '../../errors/interrupted.ts';
import type { Io } from '../../io.ts';

/**
 * Runs `body` with an AbortSignal that the first Ctrl-C, SIGTERM or SIGHUP aborts with an `Interrupted` as its
 * reason, so that everything is released on the way out. A second one that nobody waits for ends the process at once. A reader
 * of our stdout that goes away does the same, as Node ignores SIGPIPE.
 */
export async function withInterrupts<T>(io: Io, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Any number of requests may wait at the same time.
  setMaxListeners(0, controller.signal);
  const interrupt = (name: InterruptName): void => controller.abort(new Interrupted(name));
  const onClosed = (): void => interrupt('SIGPIPE');
  const stopHearing = ENDING_SIGNALS.map((name) =>
    io.onSignal(name, () => {
      stopHearing.forEach((stop) => stop());
      interrupt(name);
    }),
  );
  io.stdout.on('error', onClosed);
  try {
    return await body(controller.signal);
  } finally {
    stopHearing.forEach((stop) => stop());
    io.stdout.off('error', onClosed);
  }
}
