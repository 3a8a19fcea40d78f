import { beforeEach, describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import {
  FOREVER,
  isRunning,
  SLEEP,
  startKubelet,
  statusOf,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

describe('the pull of an image', () => {
  it('pulls for the time that the behaviour asks for, and says so', async () => {
    const pod = aPod(FOREVER);
    node.create(pod, { kind: 'run', containers: { app: { pullMs: 30 } } });
    await node.until(pod, isRunning('app'));
    expect(node.events.map(({ reason }) => reason)).toEqual([
      'Scheduled',
      'Pulling',
      'Pulled',
      'Created',
      'Started',
    ]);
  });

  it('goes back and forth between ErrImagePull and ImagePullBackOff, and holds up nobody in between', async () => {
    const pod = aPod({ apps: [{ command: SLEEP }, { name: 'broken' }] });
    node.create(pod, { kind: 'run', containers: { broken: { pullError: 'not found' } } });
    const reasons = (): readonly (string | undefined)[] =>
      node.history.map((past) => statusOf(past, 'broken')?.state?.waiting?.reason);
    const backAndForth = ['ErrImagePull', 'ImagePullBackOff', 'ErrImagePull'];
    await node.until(pod, () => {
      const changes = reasons().filter((reason, index, all) => reason !== all[index - 1]);
      return changes.join().includes(backAndForth.join());
    });
    expect(node.history.flatMap((past) => statusOf(past, 'broken')?.state?.waiting?.message ?? [])).toContain(
      'Back-off pulling image "registry.example/app:1": ErrImagePull: not found',
    );
    await node.until(pod, isRunning('app'));
    await node.until(pod, ({ status }) => status?.phase === 'Pending');
  });
});
