import { setTimeout as realSleep } from 'node:timers/promises';

const TICK_MS = 50;
/** A shorter sleep only makes a pause; a longer one is a limit, or the time after which a note is due. */
const SHORTEST_MS = 500;

interface Sleeper {
  restMs: number;
  readonly wake: () => void;
}

const sleepers = new Set<Sleeper>();
let tickBeganMs: number | undefined;

function tick(): void {
  tickBeganMs = performance.now();
  setTimeout(() => {
    for (const sleeper of sleepers) {
      sleeper.restMs -= TICK_MS;
      if (sleeper.restMs <= 0) sleeper.wake();
    }
    if (sleepers.size > 0) tick();
    else tickBeganMs = undefined;
  }, TICK_MS);
}

/**
 * Sleeps at least so long, and longer if this process does not get its turn: a program that a busy machine slows down is given
 * the same number of turns before it is late. So its limits and notes come in the tests that wait for them alone.
 */
export function fairSleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (milliseconds < SHORTEST_MS)
    return realSleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      sleepers.delete(sleeper);
      signal?.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      stop();
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const wake = (): void => {
      stop();
      resolve();
    };
    const partMs = tickBeganMs === undefined ? 0 : Math.min(TICK_MS, performance.now() - tickBeganMs);
    const sleeper: Sleeper = { restMs: milliseconds + partMs, wake };
    if (signal?.aborted === true) {
      abort();
      return;
    }
    sleepers.add(sleeper);
    signal?.addEventListener('abort', abort);
    if (tickBeganMs === undefined) tick();
  });
}
