import { beforeEach, describe, expect, it } from 'vitest';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import {
  aClient,
  allStreams,
  FOREVER,
  hasEnded,
  isRunning,
  readLog,
  shell,
  startKubelet,
  statusOf,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

describe('the status of a pod', () => {
  it('shows ContainerCreating, then a container that runs and is ready', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    expect(statusOf(node.read(pod), 'app')).toEqual({
      name: 'app',
      image: 'registry.example/app:1',
      imageID: '',
      ready: false,
      started: false,
      restartCount: 0,
      state: { waiting: { reason: 'ContainerCreating' } },
      lastState: {},
    });
    expect(node.read(pod).status?.phase).toBe('Pending');
    const { status = {} } = await node.until(pod, isRunning('app'));
    const { containerStatuses = [], conditions = [], ...facts } = status;
    expect(containerStatuses).toMatchObject([
      {
        ready: true,
        started: true,
        containerID: expect.stringMatching(/^containerd:\/\/[0-9a-f]{64}$/),
        imageID: expect.stringMatching(/^registry\.example\/app@sha256:[0-9a-f]{64}$/),
      },
    ]);
    expect(facts).toMatchObject({ phase: 'Running', observedGeneration: 1, podIP: '10.244.0.2' });
    expect(conditions.map(({ type, status: value }) => `${type}=${value}`)).toEqual([
      'PodReadyToStartContainers=True',
      'Initialized=True',
      'Ready=True',
      'ContainersReady=True',
      'PodScheduled=True',
    ]);
    expect(node.events.map(({ reason, fieldPath }) => [reason, fieldPath])).toEqual([
      ['Scheduled', undefined],
      ['Pulled', 'spec.containers{app}'],
      ['Created', 'spec.containers{app}'],
      ['Started', 'spec.containers{app}'],
    ]);
  });
});

describe('an ephemeral container of a pod', () => {
  it('starts one once and never again, with its Events under its name', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    await node.until(pod, isRunning('app'));
    node.addEphemeral(pod, anEphemeralContainer({ command: shell('echo out; exit 7') }));
    const asked = node.read(pod);
    expect(asked.status?.observedGeneration).toBe(2);
    expect(statusOf(asked, 'debugger')?.state).toEqual({ waiting: { reason: 'ContainerCreating' } });
    const ended = await node.until(pod, hasEnded('debugger'));
    expect(statusOf(ended, 'debugger')).toMatchObject({ ready: false, restartCount: 0 });
    expect(statusOf(ended, 'debugger')).not.toHaveProperty('started');
    expect(statusOf(ended, 'debugger')?.state?.terminated?.exitCode).toBe(7);
    expect(await readLog(node.kubelet, ended, { container: 'debugger' })).toBe('out\n');
    const own = node.events.filter(({ fieldPath }) => fieldPath === 'spec.ephemeralContainers{debugger}');
    expect(own.map(({ reason, message }) => [reason, message])).toEqual([
      ['Pulled', 'Container image "busybox" already present on machine'],
      ['Created', 'Container created'],
      ['Started', 'Container started'],
    ]);
    expect(ended.status?.phase).toBe('Running');
  });

  it('takes the behaviour `*` for those without a row of their own', async () => {
    const pod = aPod(FOREVER);
    node.create(pod, { kind: 'run', containers: { '*': { pullError: 'denied' } } });
    node.addEphemeral(pod, anEphemeralContainer());
    await node.until(pod, (now) => statusOf(now, 'debugger')?.state?.waiting?.reason === 'ErrImagePull');
    await node.until(pod, isRunning('app'));
  });

  it('never sees them when the behaviour says that the node does not', async () => {
    const pod = aPod(FOREVER);
    node.create(pod, { kind: 'run', ignoresEphemeralContainers: true });
    node.addEphemeral(pod, anEphemeralContainer());
    const now = await node.until(pod, isRunning('app'));
    expect(now.status?.ephemeralContainerStatuses).toBeUndefined();
    expect(now.status?.observedGeneration).toBe(1);
  });
});

describe('a status that lags', () => {
  it('lets a client attach, and no one read the log, before the status says Running', async () => {
    const pod = aPod({ apps: [{ command: shell('read line; echo late; sleep 1000'), stdin: true }] });
    node.create(pod, { kind: 'run', statusLagMs: 60_000 });
    const message = 'container app not found in pod web-1_shop';
    expect(node.kubelet.attach(pod, allStreams('app'))).toEqual({ kind: 'refusal', code: 500, message });
    await node.until(pod, () => !('kind' in node.kubelet.attach(pod, allStreams('app'))));
    const client = aClient(node.kubelet.attach(pod, allStreams('app')));
    client.streams.writeStdin(Buffer.from('go\n'));
    await client.untilStdout('late\n');
    const now = node.read(pod);
    expect(statusOf(now, 'app')?.state).toEqual({ waiting: { reason: 'ContainerCreating' } });
    await expect(readLog(node.kubelet, now, { container: 'app' })).rejects.toThrow(
      'container "app" in pod "web-1" is waiting to start: ContainerCreating',
    );
  });
});

describe('the log of a container', () => {
  it('follows a log to the end of its container', async () => {
    const pod = aPod({
      apps: [{ command: shell('echo one; sleep 0.1; echo two >&2; sleep 0.1; printf three') }],
      spec: { restartPolicy: 'Never' },
    });
    node.create(pod);
    const running = await node.until(pod, isRunning('app'));
    expect(await readLog(node.kubelet, running, { container: 'app', follow: true })).toBe('one\ntwo\nthree');
  });
});
