import { setTimeout as realSleep } from 'node:timers/promises';
import type { FakeIo } from './an-io.ts';

const STEP_MS = 100;
const REAL_STEP_MS = 1;

/** Lets virtual time pass, faster than the real one but no faster than this process gets its own work done. */
export function letTimePass(fake: FakeIo): () => void {
  let isOver = false;
  const pass = async (): Promise<void> => {
    while (!isOver) {
      await fake.advance(STEP_MS);
      await realSleep(REAL_STEP_MS);
    }
  };
  void pass();
  return () => (isOver = true);
}
