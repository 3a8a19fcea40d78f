import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 20_000;

/** Checks the condition every few milliseconds until it holds; throws `describe()` after 20 s. */
export async function until(holds: () => boolean, describe: () => string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`never so: ${describe()}`);
    await sleep(5);
  }
}
