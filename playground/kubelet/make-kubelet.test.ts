import { readdir } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { isAlive } from '../../test/drivers/is-alive.ts';
import {
  aClient,
  allStreams,
  FOREVER,
  isRunning,
  readLog,
  shell,
  startKubelet,
  statusOf,
  type TestKubelet,
} from '../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

describe('a kubelet', () => {
  it('leaves a pod alone that has no node', () => {
    const pod = aPod({ isScheduled: false });
    node.create(pod);
    expect(node.history).toEqual([]);
    expect(node.events).toEqual([]);
  });

  it('ends every process of a pod and removes its files', async () => {
    const pod = aPod({ apps: [{ command: shell('sleep 1000 & echo $! $$$$; wait') }] });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    const client = aClient(node.kubelet.exec(pod, allStreams('app'), shell('sleep 1000 & echo $! $$; wait')));
    await client.untilStdout('\n');
    const running = await node.until(pod, isRunning('app'));
    let log = '';
    while (log === '') log = await readLog(node.kubelet, running, { container: 'app' });
    const pids = `${log} ${client.stdout()}`.trim().split(/\s+/).map(Number);
    expect(pids.filter(isAlive)).toHaveLength(4);
    await node.kubelet.remove(running);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    expect(statusOf(node.read(pod), 'app')?.state?.terminated?.exitCode).toBe(137);
    const [own = ''] = await readdir(node.folder);
    expect(await readdir(`${node.folder}/${own}`)).toEqual(['app.js', 'programs']);
  });

  it('leaves nothing behind when it closes, whatever its pods are doing', async () => {
    const behaviour = { kind: 'run', containers: { slow: { pullMs: 60_000 } } } as const;
    node.create(aPod({ name: 'running', uid: 'u1', ...FOREVER }));
    node.create(aPod({ name: 'crashing', uid: 'u2', apps: [{ command: ['false'] }] }));
    node.create(aPod({ name: 'pulling', uid: 'u3', apps: [{ name: 'slow' }] }), behaviour);
    await node.until(aPod({ name: 'running' }), isRunning('app'));
    node.create(aPod({ name: 'starting', uid: 'u4', ...FOREVER }));
    await node.kubelet.close();
    expect(await readdir(node.folder)).toEqual([]);
  });
});
