/** Lets a bounded number of holders in; the others wait in order. */
export interface Slots {
  /** Resolves with the function that gives the slot back. Throws the reason of `signal` when that is aborted. */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
}

/** Makes `count` slots. */
export function makeSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  const give = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const giveOnce = (): (() => void) => {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      give();
    };
  };
  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return giveOnce();
      }
      await new Promise<void>((resolve, reject) => {
        const enter = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(enter);
      });
      return giveOnce();
    },
  };
}
