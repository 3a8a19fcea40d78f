import { beforeEach, describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/pod/types.ts';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import {
  hasEnded,
  isRunning,
  readLog,
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

describe('superviseContainer', () => {
  it('restarts a container that fails, at once and then after a back-off', async () => {
    const pod = aPod({ apps: [{ command: shell('exit 3') }] });
    node.create(pod);
    const isCrashing = (now: Pod): boolean =>
      statusOf(now, 'app')?.state?.waiting?.reason === 'CrashLoopBackOff';
    await node.until(pod, isCrashing);
    const crashing = node.history.find(isCrashing);
    expect(crashing && statusOf(crashing, 'app')).toMatchObject({
      restartCount: 1,
      state: {
        waiting: {
          message: expect.stringMatching(/^back-off 20ms restarting failed container=app pod=web-1_shop/),
        },
      },
      lastState: { terminated: { exitCode: 3, reason: 'Error' } },
    });
    expect(crashing?.status?.phase).toBe('Running');
    await node.until(pod, (now) => (statusOf(now, 'app')?.restartCount ?? 0) >= 3);
    expect(node.events).toContainEqual(expect.objectContaining({ reason: 'BackOff', type: 'Warning' }));
  });

  it('keeps the log of the run before', async () => {
    const second = 'echo second; exec sleep 1000';
    const pod = aPod({
      apps: [
        { command: shell(`if [ -e ../../ran ]; then ${second}; fi; touch ../../ran; echo first; exit 1`) },
      ],
    });
    node.create(pod);
    const running = await node.until(
      pod,
      (now) => isRunning('app')(now) && statusOf(now, 'app')?.restartCount === 1,
    );
    expect(await readLog(node.kubelet, running, { container: 'app', isPrevious: true })).toBe('first\n');
  });

  it.each([
    { command: shell('exit 7'), terminated: { exitCode: 7, reason: 'Error' } },
    { command: shell('kill -9 $$$$'), terminated: { exitCode: 137, reason: 'Error' } },
    { command: shell('kill -15 $$$$'), terminated: { exitCode: 143, reason: 'Error' } },
  ])('reports the end of $command as containerd does', async ({ command, terminated }) => {
    const pod = aPod({ apps: [{ command }], spec: { restartPolicy: 'Never' } });
    node.create(pod);
    const ended = await node.until(pod, hasEnded('app'));
    const { state, containerID } = statusOf(ended, 'app') ?? {};
    expect(state?.terminated).toMatchObject({ ...terminated, containerID });
    expect(state?.terminated).not.toHaveProperty('signal');
  });

  it.each([
    { command: 'no-such', why: 'exec: "no-such": executable file not found in $PATH: unknown' },
    { command: '/no/such', why: 'exec: "/no/such": stat /no/such: no such file or directory: unknown' },
  ])('reports a command that the runtime cannot execute: $command', async ({ command, why }) => {
    const pod = aPod({ apps: [{ command: SLEEP }] });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    node.addEphemeral(pod, anEphemeralContainer({ command: [command] }));
    const ended = await node.until(pod, hasEnded('debugger'));
    const message =
      'failed to create containerd task: failed to create shim task: OCI runtime create failed: ' +
      `runc create failed: unable to start container process: ${why}`;
    expect(statusOf(ended, 'debugger')?.state?.terminated).toMatchObject({
      exitCode: 128,
      reason: 'StartError',
      message,
    });
    const waits = node.history.map((past) => statusOf(past, 'debugger')?.state?.waiting);
    expect(waits).toContainEqual({ reason: 'RunContainerError', message });
    expect(await readLog(node.kubelet, ended, { container: 'debugger' })).toBe('');
  });

  it('keeps a container waiting for the reason that the behaviour gives', async () => {
    const pod = aPod({ apps: [{ command: SLEEP }, { name: 'broken' }] });
    const waiting = { reason: 'CreateContainerConfigError', message: 'secret "x" not found' };
    node.create(pod, { kind: 'run', containers: { broken: { waiting } } });
    const now = await node.until(
      pod,
      (pod_) => statusOf(pod_, 'broken')?.state?.waiting?.reason === waiting.reason,
    );
    expect(statusOf(now, 'broken')?.state).toEqual({ waiting });
    expect(node.events).toContainEqual(
      expect.objectContaining({ reason: 'Failed', message: `Error: ${waiting.message}` }),
    );
  });
});
