import { setMaxListeners } from 'node:events';
import { ENDING_SIGNALS, Interrupted, type InterruptName } from '../../errors/interrupted.ts';
import type { Io } from '../../io.ts';

/**
 * Runs `body` with an AbortSignal. The first Ctrl-C, SIGTERM or SIGHUP aborts it with an `Interrupted`, so that `body` can
 * release what it holds; a second one ends the process at once, unless something listens for it. The signal is also
 * aborted when the reader of stdout goes away, as Node ignores SIGPIPE.
 */
export async function withInterrupts<T>(io: Io, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Any number of requests may listen to it.
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
