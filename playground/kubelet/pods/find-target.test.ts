import { beforeEach, describe, expect, it } from 'vitest';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import {
  aClient,
  allStreams,
  FOREVER,
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

describe('an ephemeral container with a target', () => {
  it('waits for a target that was not created yet, saying so', async () => {
    const pod = aPod({ inits: [{ command: ['sleep', '0.2'] }], ...FOREVER });
    node.create(pod);
    node.addEphemeral(pod, anEphemeralContainer({ command: SLEEP, targetContainerName: 'app' }));
    await node.until(pod, isRunning('debugger'));
    const waits = node.history.map((past) => statusOf(past, 'debugger')?.state?.waiting);
    expect(waits).toContainEqual({
      reason: 'CreateContainerConfigError',
      message: 'unable to find target container app',
    });
  });

  it('does not join a target that has ended, and says so', async () => {
    const pod = aPod({
      apps: [{ command: SLEEP }, { name: 'done', command: ['true'] }],
      spec: { restartPolicy: 'Never' },
    });
    node.create(pod);
    const before = await node.until(pod, hasEnded('done'));
    node.addEphemeral(pod, anEphemeralContainer({ targetContainerName: 'done' }));
    const now = await node.until(
      pod,
      (late) => statusOf(late, 'debugger')?.state?.waiting?.reason === 'CreateContainerError',
    );
    const id = statusOf(before, 'done')?.containerID?.replace('containerd://', '') ?? '';
    expect(statusOf(now, 'debugger')?.state?.waiting?.message).toBe(
      `failed to generate container "debugger" spec: invalid target container: container "${id}" is not running - in state CONTAINER_EXITED`,
    );
  });

  it('ends one with its target, as killed', async () => {
    const pod = aPod({
      apps: [
        { command: shell('read line'), stdin: true },
        { name: 'other', command: SLEEP },
      ],
      spec: { restartPolicy: 'Never' },
    });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    node.addEphemeral(pod, anEphemeralContainer({ command: SLEEP, targetContainerName: 'app' }));
    await node.until(pod, isRunning('debugger'));
    aClient(node.kubelet.attach(pod, allStreams('app'))).streams.writeStdin(Buffer.from('end\n'));
    const ended = await node.until(pod, hasEnded('debugger'));
    expect(statusOf(ended, 'debugger')?.state?.terminated).toMatchObject({ exitCode: 137, reason: 'Error' });
    expect(ended.status?.phase).toBe('Running');
  });
});
