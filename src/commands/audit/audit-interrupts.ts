import { setMaxListeners } from 'node:events';
import { isInterrupted } from '../../errors/interrupted.ts';
import type { Io, SignalName } from '../../io.ts';

/** What a person who presses Ctrl-C again and again wants. */
export interface AuditInterrupts {
  /** Aborted by the first signal: nothing more is started. */
  readonly stopping: AbortSignal;
  /** Aborted by the second one: what runs is ended. */
  readonly ending: AbortSignal;
  readonly close: () => void;
}

/** By which another signal after the first is heard; the third one ends us as it always does. */
const SIGNALS: readonly SignalName[] = ['SIGINT', 'SIGTERM'];

/** Hears the signal behind the one that `signal` is aborted by. `onStop` and `onEnd` say what is waited for. */
export function hearInterrupts(
  io: Io,
  signal: AbortSignal,
  say: { readonly onStop: () => void; readonly onEnd: () => void },
): AuditInterrupts {
  const ending = new AbortController();
  // Any number of runs may wait at the same time.
  setMaxListeners(0, ending.signal);
  let stops: readonly (() => void)[] = [];
  const end = (): void => {
    stops.forEach((stop) => stop());
    say.onEnd();
    ending.abort(signal.reason);
  };
  const hear = (): void => {
    // Nobody reads our output any more, or the terminal is gone: there is nobody who could press again.
    if (
      !isInterrupted(signal.reason) ||
      signal.reason.signalName === 'SIGPIPE' ||
      signal.reason.signalName === 'SIGHUP'
    ) {
      ending.abort(signal.reason);
      return;
    }
    say.onStop();
    stops = SIGNALS.map((name) => io.onSignal(name, end));
  };
  signal.addEventListener('abort', hear, { once: true });
  if (signal.aborted) hear();
  return {
    stopping: signal,
    ending: ending.signal,
    close: () => {
      signal.removeEventListener('abort', hear);
      stops.forEach((stop) => stop());
    },
  };
}
