/** How often each worker writes or tells while there are many: all together about five times a second. */
const EACH_MS = 200;

/** How long lines wait for others before a worker writes them: a twentieth of the age of the run, in milliseconds. */
export function linesPauseMs(ageMs: number, workers: number): number {
  return Math.max(Math.min(Math.max(1000, ageMs / 20), 30_000), workers * EACH_MS);
}

/** How long a worker waits until it tells its counts again, in milliseconds. */
export function countsPauseMs(workers: number, isCanaryPending: boolean): number {
  return Math.max(isCanaryPending ? 1000 : 2000, workers * EACH_MS);
}
