import { setTimeout as sleep } from 'node:timers/promises';

/** Asks every 100 ms until `look` returns something; throws after a minute, saying what never came. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited a minute for ${what}`);
    await sleep(100);
  }
}
