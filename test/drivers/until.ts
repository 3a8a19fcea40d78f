import { setTimeout as sleep } from 'node:timers/promises';

/** Much longer than anything takes on a busy machine: it costs nothing when things go well. */
const DEADLINE_MS = 60_000;

/** Checks the condition every few milliseconds until it holds; throws `describe()` after a minute. */
export async function until(holds: () => boolean, describe: () => string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`never so: ${describe()}`);
    await sleep(5);
  }
}
