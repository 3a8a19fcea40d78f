import { expect, it } from 'vitest';
import { makeChange } from './change-signal.ts';

it('tells everybody who waits of the next change, and only of that', async () => {
  const change = makeChange();
  const waiters = [change.next(), change.next()];
  change.tell();
  await expect(Promise.all(waiters)).resolves.toEqual([undefined, undefined]);
  let isTold = false;
  void change.next().then(() => (isTold = true));
  await Promise.resolve();
  expect(isTold).toBe(false);
});

it('rejects now and from then on once no change can come any more', async () => {
  const change = makeChange();
  const waiter = change.next();
  change.fail(new Error('over'));
  await expect(waiter).rejects.toThrow('over');
  await expect(change.next()).rejects.toThrow('over');
});

it('fails quietly when nobody waits', async () => {
  makeChange().fail(new Error('over'));
  await new Promise((resolve) => setImmediate(resolve));
});
