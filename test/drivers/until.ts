import { setTimeout as sleep } from 'node:timers/promises';

const DEADLINE_MS = 20_000;

/** Looks every few milliseconds until the condition holds; throws what `describe` says when it never does. */
export async function until(holds: () => boolean, describe: () => string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`never so: ${describe()}`);
    await sleep(5);
  }
}
