import { beforeEach, expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { isAlive } from '../../test/drivers/is-alive.ts';
import {
  aClient,
  allStreams,
  hasEnded,
  readLog,
  shell,
  SLEEP,
  startKubelet,
  type TestKubelet,
} from '../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

it('ends what an unconfined process leaves behind when it ends', async () => {
  const leave = shell('sleep 1000 > /dev/null 2>&1 & echo $!');
  const pod = aPod({
    apps: [{ command: SLEEP }, { name: 'done', command: leave }],
    spec: { restartPolicy: 'Never' },
  });
  node.create(pod);
  const now = await node.until(pod, hasEnded('done'));
  const client = aClient(node.kubelet.exec(pod, allStreams('app'), leave));
  await client.streams.ended;
  const pids = [await readLog(node.kubelet, now, { container: 'done' }), client.stdout()].map(Number);
  expect(pids.every((pid) => pid > 0)).toBe(true);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
});
