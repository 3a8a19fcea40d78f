import { setImmediate } from 'node:timers/promises';

/**
 * Yields the parts one by one, and lets the event loop run between them: a part may take long to make, and Ctrl-C has to
 * work before the last one.
 */
export async function* inTurns<T>(parts: Iterable<T>): AsyncGenerator<T, void> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}
