import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeLeavable } from './leavable.ts';

const REQUEST = { method: 'GET', path: '/version' } as const;

/** How a promise is after all that can happen now has happened. */
async function stateOf(work: Promise<unknown>): Promise<string> {
  const later = new Promise<string>((resolve) => setImmediate(() => resolve('still waits')));
  const ended = work.then(
    () => 'ended',
    () => 'failed',
  );
  return Promise.race([ended, later]);
}

it('passes requests and sleeps on until it is left', async () => {
  const { io, advance } = anIo();
  const leavable = makeLeavable({ io, cluster: aCluster({ json: () => ({}) }).cluster });
  expect(await stateOf(leavable.cluster.requestJson(REQUEST))).toBe('ended');
  const sleep = leavable.io.sleep(1000);
  expect(await stateOf(sleep)).toBe('still waits');
  await advance(1000);
  expect(await stateOf(sleep)).toBe('ended');
});

it('lets no request and no sleep end any more, whatever comes of them', async () => {
  const { io } = anIo();
  let answer: (value: object) => void = () => undefined;
  const answered = new Promise<object>((resolve) => {
    answer = resolve;
  });
  const {
    cluster,
    io: leavableIo,
    leave,
  } = makeLeavable({ io, cluster: aCluster({ json: () => answered }).cluster });
  const works = [cluster.requestJson(REQUEST), leavableIo.sleep(1000)];
  leave();
  answer({});
  works.push(cluster.requestJson(REQUEST), leavableIo.sleep(0));
  expect(await Promise.all(works.map(stateOf))).toEqual(works.map(() => 'still waits'));
});

it('ends a sleep by its signal', async () => {
  const { io } = anIo();
  const leavable = makeLeavable({ io, cluster: aCluster({}).cluster });
  const over = new AbortController();
  const sleep = leavable.io.sleep(1000, over.signal);
  over.abort(new Error('over'));
  await expect(sleep).rejects.toThrow('over');
});
