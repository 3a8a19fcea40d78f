import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for whatever a busy machine does; a test that passes does not wait for it. */
const MINUTES = 4;

/** Asks every 100 ms until `look` returns something; throws after `MINUTES`, saying what never came. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const deadline = Date.now() + MINUTES * 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited ${MINUTES} minutes for ${what}`);
    await sleep(100);
  }
}
