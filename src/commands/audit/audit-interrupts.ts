import { setMaxListeners } from 'node:events';
import { isInterrupted } from '../../errors/interrupted.ts';
import type { Io, SignalName } from '../../io.ts';

interface AuditInterrupts {
  /** Aborted by the first signal: start nothing more. */
  readonly stopping: AbortSignal;
  /** Aborted by the second signal: end running commands. */
  readonly ending: AbortSignal;
  readonly close: () => void;
}

/** The signals that count as the second one. A third one kills the process, as is the default. */
const SIGNALS: readonly SignalName[] = ['SIGINT', 'SIGTERM'];

/** Listens for a second signal after the one that aborts `signal`. Calls `onStop` at the first, `onEnd` at the second. */
export function listenForInterrupts(
  io: Io,
  signal: AbortSignal,
  say: { readonly onStop: () => void; readonly onEnd: () => void },
): AuditInterrupts {
  const ending = new AbortController();
  // Any number of runs may wait at the same time.
  setMaxListeners(0, ending.signal);
  let unsubscribes: readonly (() => void)[] = [];
  const end = (): void => {
    unsubscribes.forEach((unsubscribe) => unsubscribe());
    say.onEnd();
    ending.abort(signal.reason);
  };
  const stop = (): void => {
    // After SIGPIPE or SIGHUP nobody is there to press Ctrl-C again.
    if (
      !isInterrupted(signal.reason) ||
      signal.reason.signalName === 'SIGPIPE' ||
      signal.reason.signalName === 'SIGHUP'
    ) {
      ending.abort(signal.reason);
      return;
    }
    say.onStop();
    unsubscribes = SIGNALS.map((name) => io.onSignal(name, end));
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return {
    stopping: signal,
    ending: ending.signal,
    close: () => {
      signal.removeEventListener('abort', stop);
      unsubscribes.forEach((unsubscribe) => unsubscribe());
    },
  };
}
