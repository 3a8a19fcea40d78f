import type { Io } from '../../io.ts';
import { withRawMode } from './raw-mode.ts';

const CTRL_C = 3;
const CTRL_Z = 26;
/** The signals that a terminal sends for keys. */
const SIGNALS: ReadonlyMap<number, 'SIGINT' | 'SIGTSTP'> = new Map([
  [CTRL_C, 'SIGINT'],
  [CTRL_Z, 'SIGTSTP'],
]);

/**
 * Runs a wait before a session without echoing what is typed, as each Enter would break the line of progress that we redraw.
 * The keys are kept for the next reader of stdin; Ctrl-C and Ctrl-Z work as always.
 */
export async function keepKeys<T>(io: Io, wait: () => Promise<T>): Promise<T> {
  const { stdin, terminal } = io;
  let kept: number[] = [];
  const onData = (chunk: Buffer | string): void => {
    for (const key of Buffer.from(chunk)) {
      const name = SIGNALS.get(key);
      if (name === undefined) {
        kept.push(key);
        continue;
      }
      // A terminal drops what was typed before, too.
      kept = [];
      io.signalForeground(name);
    }
  };
  const nothing = (): void => undefined;
  const listeners = { onStop: nothing, onResume: nothing, setMode: terminal.hideKeys };
  return withRawMode(io, listeners, async () => {
    // A terminal that is gone also sends SIGHUP.
    stdin.on('data', onData).on('error', nothing);
    stdin.resume();
    try {
      return await wait();
    } finally {
      stdin.off('data', onData).off('error', nothing);
      stdin.pause();
      if (kept.length > 0 && !stdin.readableEnded) stdin.unshift(Buffer.from(kept));
    }
  });
}
