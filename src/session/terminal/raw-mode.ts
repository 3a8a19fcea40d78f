import type { Io } from '../../io.ts';

/** Who wants to know that this process is stopped and goes on. */
export interface StopListeners {
  /** The terminal is as it was before the session. */
  readonly onStop: () => void;
  /** The terminal is raw again. */
  readonly onResume: () => void;
  /** In place of raw mode: another mode that has to be put back on every way out. */
  readonly setMode?: (isOn: boolean) => void;
}

/**
 * Runs `body` with the terminal in raw mode, so that every key goes to the remote side, and puts the terminal back
 * on every way out. A stop from outside (SIGTSTP) gets the terminal back first. A shell may set modes of its own while
 * we are stopped, also by SIGSTOP, which nobody hears: so the terminal is made raw anew whenever we go on (SIGCONT).
 */
export async function withRawMode<T>(
  io: Io,
  { onStop, onResume, setMode = io.terminal.setRawMode }: StopListeners,
  body: () => Promise<T>,
): Promise<T> {
  const wasRaw = io.terminal.isRaw();
  const stopHearing = [
    io.onSignal('SIGTSTP', () => {
      setMode(wasRaw);
      onStop();
      io.suspend();
    }),
    io.onSignal('SIGCONT', () => {
      // Node takes a terminal that it has made raw for raw, and does nothing.
      setMode(wasRaw);
      setMode(true);
      onResume();
    }),
  ];
  try {
    setMode(true);
    return await body();
  } finally {
    stopHearing.forEach((stop) => stop());
    restore(setMode, wasRaw);
  }
}

function restore(setMode: (isOn: boolean) => void, wasRaw: boolean): void {
  try {
    setMode(wasRaw);
  } catch {
    // The terminal is gone, and how the session ended counts.
  }
}
