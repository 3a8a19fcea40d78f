import { describe, expect, it } from 'vitest';
import { openProcessIo } from './process-io.ts';

describe('sleep', () => {
  const { io } = openProcessIo(process);

  it('throws the reason of a signal that was aborted before', async () => {
    const reason = new Error('stopped');
    await expect(io.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('ends early with the reason of a signal that is aborted meanwhile', async () => {
    const controller = new AbortController();
    const sleep = io.sleep(60_000, controller.signal);
    const reason = new Error('stopped');
    controller.abort(reason);
    await expect(sleep).rejects.toBe(reason);
  });

  it('ends by itself', async () => {
    await expect(io.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });
});
