/** Runs jobs, so many at a time. */
export type Gate = <T>(job: () => Promise<T>) => Promise<T>;

/** Makes a gate. Jobs begin in the order in which they come. */
export function makeGate(atOnce: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await job();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
