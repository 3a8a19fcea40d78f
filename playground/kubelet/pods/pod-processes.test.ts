import { beforeEach, describe, expect, it } from 'vitest';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import {
  hasEnded,
  isRunning,
  shell,
  SLEEP,
  startKubelet,
  statusOf,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

describe('the containers of a pod', () => {
  it('runs init containers in order, each sidecar before what follows, then the apps', async () => {
    const mark = (name: string) => shell(`printf '${name} ' >> ../../order; sleep 0.05`);
    const forever = (name: string) => shell(`printf '${name} ' >> ../../order; sleep 1000`);
    const pod = aPod({
      inits: [
        { name: 'first', command: mark('first') },
        { name: 'proxy', restartPolicy: 'Always', command: forever('proxy') },
        { name: 'second', command: mark('second') },
      ],
      apps: [{ command: shell('cat ../../order; echo; sleep 1000') }],
    });
    node.create(pod);
    expect(statusOf(node.read(pod), 'app')?.state).toEqual({ waiting: { reason: 'PodInitializing' } });
    const running = await node.until(pod, isRunning('app'));
    expect(statusOf(running, 'first')).toMatchObject({
      ready: true,
      started: false,
      state: { terminated: { exitCode: 0, reason: 'Completed' } },
    });
    expect(statusOf(running, 'proxy')).toMatchObject({ ready: true, started: true });
    const log = node.kubelet.log(running, {
      container: 'app',
      follow: true,
      timestamps: false,
      signal: new AbortController().signal,
      limitBytes: 19,
    });
    if ('kind' in log) throw new Error(log.message);
    let text = '';
    for await (const chunk of log) text += chunk.toString();
    expect(text).toBe('first proxy second ');
  });

  it('waits with what follows until a sidecar has started', async () => {
    const pod = aPod({
      inits: [{ name: 'proxy', restartPolicy: 'Always', command: SLEEP }],
      apps: [{ command: SLEEP }],
    });
    node.create(pod, { kind: 'run', containers: { proxy: { readyAfterMs: 60 } } });
    await node.until(pod, isRunning('app'));
    const early = node.history.filter((past) => statusOf(past, 'proxy')?.started !== true);
    expect(early.some(isRunning('proxy'))).toBe(true);
    expect(early.some(isRunning('app'))).toBe(false);
  });

  it('fails for good when an init container fails and nothing may be restarted', async () => {
    const pod = aPod({ inits: [{ command: ['false'] }], spec: { restartPolicy: 'Never' } });
    node.create(pod);
    const failed = await node.until(pod, ({ status }) => status?.phase === 'Failed');
    expect(statusOf(failed, 'app')?.state).toEqual({ waiting: { reason: 'PodInitializing' } });
  });

  it.each([
    { policy: 'Never', command: ['true'], phase: 'Succeeded' },
    { policy: 'OnFailure', command: ['true'], phase: 'Succeeded' },
    { policy: 'Never', command: shell('exit 3'), phase: 'Failed' },
  ])('ends a pod with $policy after $command as $phase', async ({ policy, command, phase }) => {
    const pod = aPod({
      inits: [{ name: 'proxy', restartPolicy: 'Always', command: SLEEP }],
      apps: [{ command }],
      spec: { restartPolicy: policy },
    });
    node.create(pod);
    const ended = await node.until(pod, ({ status }) => status?.phase === phase);
    expect(hasEnded('proxy')(ended)).toBe(true);
    node.addEphemeral(pod, anEphemeralContainer());
    expect(statusOf(node.read(pod), 'debugger')).toBeUndefined();
  });
});
