import type { Io } from '../../io.ts';
import { withRawMode } from './raw-mode.ts';

const CTRL_C = 3;
const CTRL_Z = 26;
/** What a terminal sends at a key. */
const SIGNALS: ReadonlyMap<number, 'SIGINT' | 'SIGTSTP'> = new Map([
  [CTRL_C, 'SIGINT'],
  [CTRL_Z, 'SIGTSTP'],
]);

/**
 * Runs a wait before a session without showing what is typed meanwhile, which would leave a line that is drawn again
 * and again behind at each Enter. The keys are kept for who reads stdin next; Ctrl-C and Ctrl-Z do what they always do.
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
      // As a terminal does: what was typed before was typed for nothing.
      kept = [];
      io.signalForeground(name);
    }
  };
  const nothing = (): void => undefined;
  const listeners = { onStop: nothing, onResume: nothing, setMode: terminal.hideKeys };
  return withRawMode(io, listeners, async () => {
    // A terminal that is gone says so by SIGHUP as well.
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
