import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  aClient,
  startKubelet,
  allStreams,
  readLog,
  statusOf,
  type TestKubelet,
} from '../../test/playground/start-kubelet.ts';
import { anEphemeralContainer, aPod } from '../../test/builders/a-pod.ts';
import type { Pod } from '../../src/pod/types.ts';

const BACK_OFF = { firstMs: 20, longestMs: 80 };
const SLEEP = ['sleep', '1000'];
const FOREVER = { apps: [{ command: SLEEP }] };

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet({ confinement: 'none', backOff: BACK_OFF });
});

afterEach(() => node.close());

function isRunning(name: string): (pod: Pod) => boolean {
  return (pod) => statusOf(pod, name)?.state?.running !== undefined;
}

function hasEnded(name: string): (pod: Pod) => boolean {
  return (pod) => statusOf(pod, name)?.state?.terminated !== undefined;
}

function shell(script: string): readonly string[] {
  return ['sh', '-c', script];
}

describe('the start of a pod', () => {
  it('leaves a pod alone that has no node', () => {
    const pod = aPod({ isScheduled: false });
    node.create(pod);
    expect(node.history).toEqual([]);
    expect(node.events).toEqual([]);
  });

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

  it('becomes ready after the time that the behaviour asks for', async () => {
    const pod = aPod(FOREVER);
    node.create(pod, { kind: 'run', containers: { app: { readyAfterMs: 50 } } });
    await node.until(pod, (now) => statusOf(now, 'app')?.ready === true);
    expect(statusOf(node.history.find(isRunning('app')) ?? pod, 'app')?.ready).toBe(false);
  });

  it('fails for good when an init container fails and nothing may be restarted', async () => {
    const pod = aPod({ inits: [{ command: ['false'] }], spec: { restartPolicy: 'Never' } });
    node.create(pod);
    const failed = await node.until(pod, ({ status }) => status?.phase === 'Failed');
    expect(statusOf(failed, 'app')?.state).toEqual({ waiting: { reason: 'PodInitializing' } });
  });
});

describe('the end of containers', () => {
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
});

describe('images', () => {
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

describe('ephemeral containers', () => {
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

  it('writes no more than 25 Events about a pod', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    await node.until(pod, isRunning('app'));
    for (let index = 0; index < 9; index += 1) {
      node.addEphemeral(pod, anEphemeralContainer({ name: `d${index}`, command: ['true'] }));
    }
    await node.until(pod, hasEnded('d8'));
    const own = node.events.filter(({ fieldPath }) => fieldPath !== undefined);
    expect(own).toHaveLength(25);
    expect(own.at(-1)).toMatchObject({ reason: 'Pulled', fieldPath: 'spec.ephemeralContainers{d7}' });
  });

  it('writes no Events of progress when the behaviour asks for none', async () => {
    const pod = aPod(FOREVER);
    node.create(pod, { kind: 'run', events: false });
    await node.until(pod, isRunning('app'));
    expect(node.events.map(({ reason }) => reason)).toEqual(['Scheduled']);
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

describe('clients', () => {
  it('follows a log to the end of its container', async () => {
    const pod = aPod({
      apps: [{ command: shell('echo one; sleep 0.1; echo two >&2; sleep 0.1; printf three') }],
      spec: { restartPolicy: 'Never' },
    });
    node.create(pod);
    const running = await node.until(pod, isRunning('app'));
    expect(await readLog(node.kubelet, running, { container: 'app', follow: true })).toBe('one\ntwo\nthree');
  });

  it('gives all clients all output and takes input from each', async () => {
    const pod = aPod({ apps: [{ command: ['cat'], stdin: true }] });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    const clients = [1, 2].map(() => aClient(node.kubelet.attach(pod, allStreams('app'))));
    clients.forEach(({ streams }, index) => streams.writeStdin(Buffer.from(`from ${index}\n`)));
    for (const client of clients) {
      await client.untilStdout('from 0\n');
      await client.untilStdout('from 1\n');
    }
  });

  it('ends the attach alone at the end of input without stdinOnce, and another can go on', async () => {
    const pod = aPod({ apps: [{ command: ['cat'], stdin: true }] });
    node.create(pod);
    await node.until(pod, isRunning('app'));
    const first = aClient(node.kubelet.attach(pod, allStreams('app')));
    first.streams.endStdin();
    expect(await first.streams.ended).toBeUndefined();
    const second = aClient(node.kubelet.attach(pod, allStreams('app')));
    second.streams.writeStdin(Buffer.from('still here\n'));
    await second.untilStdout('still here\n');
    expect(first.stdout()).toBe('');
  });

  it.each(['endStdin', 'detach'] as const)(
    'ends the input of a container with stdinOnce by %s',
    async (how) => {
      const pod = aPod({
        apps: [{ command: shell('cat; echo EOF; exit 5'), stdin: true, stdinOnce: true }],
        spec: { restartPolicy: 'Never' },
      });
      node.create(pod);
      await node.until(pod, isRunning('app'));
      const client = aClient(node.kubelet.attach(pod, allStreams('app')));
      client.streams.writeStdin(Buffer.from('typed\n'));
      client.streams[how]();
      const ended = await node.until(pod, hasEnded('app'));
      expect(statusOf(ended, 'app')?.state?.terminated?.exitCode).toBe(5);
      expect(await readLog(node.kubelet, ended, { container: 'app' })).toBe('typed\nEOF\n');
    },
  );

  it('gives a container with a TTY a terminal that can be resized, and its exit code back', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    await node.until(pod, isRunning('app'));
    node.addEphemeral(pod, anEphemeralContainer({ command: ['sh'], stdin: true, tty: true }));
    await node.until(pod, isRunning('debugger'));
    const client = aClient(node.kubelet.attach(pod, allStreams('debugger', { tty: true, stderr: false })));
    client.streams.resize({ columns: 111, rows: 33 });
    client.streams.writeStdin(Buffer.from('stty size; echo on stderr >&2\n'));
    await client.untilStdout('33 111\r\n');
    await client.untilStdout('on stderr\r\n');
    client.streams.writeStdin(Buffer.from('exit 9\n'));
    const ended = await node.until(pod, hasEnded('debugger'));
    expect(statusOf(ended, 'debugger')?.state?.terminated?.exitCode).toBe(9);
    expect(await client.streams.ended).toBeUndefined();
    expect(await readLog(node.kubelet, ended, { container: 'debugger' })).toContain('33 111\n');
  });

  it('runs a command in a container: its own streams, its input, its exit code, and nothing in the log', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    const running = await node.until(pod, isRunning('app'));
    const client = aClient(
      node.kubelet.exec(pod, allStreams('app'), shell('echo first; cat; echo oops >&2; exit 4')),
    );
    client.streams.writeStdin(Buffer.from('typed\n'));
    client.streams.endStdin();
    expect(await client.streams.ended).toEqual({ exitCode: 4, signal: 0 });
    expect(client.stdout()).toBe('first\ntyped\n');
    expect(client.stderr()).toBe('oops\n');
    expect(await readLog(node.kubelet, running, { container: 'app' })).toBe('');
  });

  it('refuses to run a command that is not there, in the words of runc', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    expect(node.kubelet.exec(pod, allStreams('app'), ['sh'])).toEqual({
      kind: 'refusal',
      code: 500,
      message: 'container not found ("app")',
    });
    await node.until(pod, isRunning('app'));
    const refusal = node.kubelet.exec(pod, allStreams('app'), ['/no/such']);
    expect(refusal).toMatchObject({ kind: 'refusal', code: 500, isInStream: true });
    expect('message' in refusal && refusal.message).toMatch(
      /OCI runtime exec failed: exec failed: unable to start container process: exec: "\/no\/such": stat \/no\/such: no such file or directory: unknown$/,
    );
  });
});

describe('removal', () => {
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
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]));
    expect(statusOf(node.read(pod), 'app')?.state?.terminated?.exitCode).toBe(137);
    const [own = ''] = await readdir(node.folder);
    expect(await readdir(`${node.folder}/${own}`)).toEqual(['app.js']);
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
    await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]));
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

/** A zombie is dead: it waits for its parent only. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]);
  const state = stdout.toString().trim();
  return state !== '' && !state.startsWith('Z');
}
