import { setTimeout as realSleep } from 'node:timers/promises';
import type { FakeIo } from '../builders/an-io.ts';

const STEP_MS = 100;
const REAL_STEP_MS = 1;

/**
 * Keeps moving the virtual clock forward, faster than real time but no faster than this process does its work. A test
 * that waits for a server needs steps of more than a millisecond of real time. Returns a function that stops it.
 */
export function letTimePass(fake: Pick<FakeIo, 'advance'>, realStepMs = REAL_STEP_MS): () => void {
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
