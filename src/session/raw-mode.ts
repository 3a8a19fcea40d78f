import type { Io, Terminal } from '../io.ts';

/** Who wants to know that this process is stopped and goes on. */
export interface StopListeners {
  /** The terminal is as it was before the session. */
  readonly onStop: () => void;
  /** The terminal is raw again. */
  readonly onResume: () => void;
}

/**
 * Runs `body` with the terminal in raw mode, so that every key goes to the remote side, and puts the terminal back
 * on every way out. A stop from outside (SIGTSTP) gets the terminal back first. A shell may set modes of its own while
 * we are stopped, also by SIGSTOP, which nobody hears: so the terminal is made raw anew whenever we go on (SIGCONT).
 */
export async function withRawMode<T>(
  io: Io,
  { onStop, onResume }: StopListeners,
  body: () => Promise<T>,
): Promise<T> {
  const { terminal } = io;
  const wasRaw = terminal.isRaw();
  const stopHearing = [
    io.onSignal('SIGTSTP', () => {
      terminal.setRawMode(wasRaw);
      onStop();
      io.suspend();
    }),
    io.onSignal('SIGCONT', () => {
      // Node takes a terminal that it has made raw for raw, and does nothing.
      terminal.setRawMode(wasRaw);
      terminal.setRawMode(true);
      onResume();
    }),
  ];
  try {
    terminal.setRawMode(true);
    return await body();
  } finally {
    stopHearing.forEach((stop) => stop());
    restore(terminal, wasRaw);
  }
}

function restore(terminal: Terminal, wasRaw: boolean): void {
  try {
    terminal.setRawMode(wasRaw);
  } catch {
    // The terminal is gone, and how the session ended counts.
  }
}
