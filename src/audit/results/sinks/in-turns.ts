import { setImmediate } from 'node:timers/promises';

/**
 * Hands parts over one by one, and lets others have their turn before each of them: a part may take long to make, and
 * who presses Ctrl-C meanwhile is to be heard before the last one.
 */
export async function* inTurns<T>(parts: Iterable<T>): AsyncGenerator<T, void> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}
