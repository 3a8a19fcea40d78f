import type { Io } from '../../io.ts';

/** Called when this process is stopped and continued. */
export interface StopListeners {
  /** The terminal is as it was before the session. */
  readonly onStop: () => void;
  /** The terminal is raw again. */
  readonly onResume: () => void;
  /** Switches another mode than raw mode, which is put back on every way out. */
  readonly setMode?: (isOn: boolean) => void;
}

/**
 * Runs `body` with the terminal in raw mode, so that every key goes to the remote side, and puts the terminal back on every
 * way out, and before SIGTSTP stops us. While we are stopped, also by SIGSTOP, which cannot be heard, a shell may set modes
 * of its own: so the terminal is made raw again at each SIGCONT.
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
      // Node does nothing for a terminal that it believes to be raw.
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
    // The terminal is gone; the outcome of the session matters more.
  }
}
