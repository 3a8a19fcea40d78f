import { beforeEach, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import {
  FOREVER,
  isRunning,
  startKubelet,
  statusOf,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

it('becomes ready after the time that the behaviour asks for', async () => {
  const pod = aPod(FOREVER);
  node.create(pod, { kind: 'run', containers: { app: { readyAfterMs: 50 } } });
  await node.until(pod, (now) => statusOf(now, 'app')?.ready === true);
  expect(statusOf(node.history.find(isRunning('app')) ?? pod, 'app')?.ready).toBe(false);
});
