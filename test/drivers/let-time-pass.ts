import { setTimeout as realSleep } from 'node:timers/promises';
import type { FakeIo } from '../builders/an-io.ts';

const STEP_MS = 100;
const REAL_STEP_MS = 1;

/**
 * Lets virtual time pass, faster than the real one but no faster than this process gets its own work done. What waits
 * for answers of a server takes steps of more than a millisecond of real time.
 */
export function letTimePass(fake: FakeIo, realStepMs = REAL_STEP_MS): () => void {
  let isOver = false;
  const pass = async (): Promise<void> => {
    while (!isOver) {
      await fake.advance(STEP_MS);
      await realSleep(realStepMs);
    }
  };
  void pass();
  return () => (isOver = true);
}
