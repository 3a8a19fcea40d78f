import type { Io, Terminal } from '../io.ts';

/**
 * Runs `body` with the terminal in raw mode, so that every key goes to the remote side, and puts the terminal back
 * on every way out. A stop from outside (SIGTSTP) gets the terminal back first; `onResume` is called once this
 * process goes on and the terminal is raw again.
 */
export async function withRawMode<T>(io: Io, onResume: () => void, body: () => Promise<T>): Promise<T> {
  const { terminal } = io;
  const wasRaw = terminal.isRaw();
  const stopListening = io.onSignal('SIGTSTP', () => {
    terminal.setRawMode(wasRaw);
    io.suspend();
    terminal.setRawMode(true);
    onResume();
  });
  try {
    terminal.setRawMode(true);
    return await body();
  } finally {
    stopListening();
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
