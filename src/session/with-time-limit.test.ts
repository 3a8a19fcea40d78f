import { expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** Resolves never, rejects with the reason of the signal. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

it('returns what is done in time', async () => {
  const { io } = anIo();
  const step = { milliseconds: 1000, what: 'reading', signal: new AbortController().signal };
  expect(await withTimeLimit(io, step, () => Promise.resolve(7))).toBe(7);
});

it('aborts with a timeout that names the step', async () => {
  const { io, advance } = anIo();
  const step = { milliseconds: 1000, what: 'reading the pod', signal: new AbortController().signal };
  const running = withTimeLimit(io, step, untilAborted);
  running.catch(() => undefined);
  await advance(1000);
  await expect(running).rejects.toMatchObject({
    kind: 'timeout',
    message: 'reading the pod took longer than 1 s',
  });
});

it('aborts with the reason of the signal', async () => {
  const { io } = anIo();
  const controller = new AbortController();
  const reason = new Error('left');
  const step = { milliseconds: 1000, what: 'reading', signal: controller.signal };
  const running = withTimeLimit(io, step, untilAborted);
  controller.abort(reason);
  await expect(running).rejects.toBe(reason);
});
