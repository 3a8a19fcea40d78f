import { beforeEach, expect, it } from 'vitest';
import {
  aClient,
  startKubelet,
  allStreams,
  readLog,
  statusOf,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import type { ScriptedBehaviour } from '../../pod-behaviour.ts';

const POD = aPod();
const STATUS = aPod().status ?? {};
const SCRIPT = { startMs: 5, runMs: 20, exitCode: 3, output: ['one', 'two'] };

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet({ now: () => new Date('2025-03-01T13:00:00Z') });
});

function create(fields: Partial<ScriptedBehaviour> = {}): void {
  node.create(POD, { kind: 'scripted', status: STATUS, ...fields });
}

it('has the status of its behaviour, written once', () => {
  create();
  node.kubelet.sync(node.read(POD));
  expect(node.read(POD).status).toEqual(STATUS);
  expect(node.history).toHaveLength(1);
  expect(node.events).toEqual([]);
});

it('has the log of its behaviour, stamped with the time of its creation', async () => {
  create({ logs: { app: ['started', 'ready'] } });
  expect(await readLog(node.kubelet, node.read(POD), { container: 'app', timestamps: true })).toBe(
    '2025-03-01T12:00:00.000000000Z started\n2025-03-01T12:00:00.000000001Z ready\n',
  );
});

it('lets a client follow and attach to a running container, in silence, until it is removed', async () => {
  create({ logs: { app: ['started'] } });
  const followed = readLog(node.kubelet, node.read(POD), { container: 'app', follow: true });
  const { streams, stdout } = aClient(node.kubelet.attach(node.read(POD), allStreams('app')));
  await node.kubelet.remove(node.read(POD));
  expect(await followed).toBe('started\n');
  expect(await streams.ended).toBeUndefined();
  expect(stdout()).toBe('');
});

it('plays an ephemeral container to its end', async () => {
  create({ ephemeral: SCRIPT });
  node.addEphemeral(POD, anEphemeralContainer());
  expect(statusOf(node.read(POD), 'debugger')?.state).toEqual({ waiting: { reason: 'ContainerCreating' } });
  expect(node.kubelet.attach(node.read(POD), allStreams('debugger'))).toMatchObject({ code: 500 });
  const running = await node.until(POD, (pod) => statusOf(pod, 'debugger')?.state?.running !== undefined);
  const client = aClient(node.kubelet.attach(running, allStreams('debugger')));
  await client.streams.ended;
  expect(client.stdout()).toBe('one\ntwo\n');
  const ended = await node.until(POD, (pod) => statusOf(pod, 'debugger')?.state?.terminated !== undefined);
  expect(statusOf(ended, 'debugger')).toMatchObject({
    image: 'busybox',
    state: { terminated: { exitCode: 3, reason: 'Error', finishedAt: '2025-03-01T13:00:00Z' } },
  });
  expect(await readLog(node.kubelet, ended, { container: 'debugger', timestamps: true })).toMatch(
    /^2025-03-01T13:00:00\.0{9}Z one\n.*Z two\n$/,
  );
  expect(ended.status).toMatchObject({ phase: 'Running', observedGeneration: 2 });
});

it('leaves an ephemeral container waiting when the behaviour says nothing about it', () => {
  create();
  node.addEphemeral(POD, anEphemeralContainer());
  expect(statusOf(node.read(POD), 'debugger')?.state).toEqual({ waiting: { reason: 'ContainerCreating' } });
});

it('leaves ephemeral containers alone that the status of its behaviour has', () => {
  const pod = aPod({ ephemerals: [{ name: 'old' }] });
  const status = pod.status ?? {};
  node.create(pod, { kind: 'scripted', status, ephemeral: SCRIPT });
  node.addEphemeral(pod, anEphemeralContainer());
  const names = node.read(pod).status?.ephemeralContainerStatuses?.map(({ name }) => name);
  expect(names).toEqual(['old', 'debugger']);
  expect(statusOf(node.read(pod), 'old')?.state).toEqual(statusOf(pod, 'old')?.state);
});

it('refuses commands, because it has no process', () => {
  create();
  expect(node.kubelet.exec(POD, allStreams('app'), ['ls'])).toMatchObject({ kind: 'refusal', code: 500 });
});

it('stops playing when it is removed', async () => {
  create({ ephemeral: SCRIPT });
  node.addEphemeral(POD, anEphemeralContainer());
  await node.kubelet.remove(node.read(POD));
  const before = node.read(POD);
  // The same script, started later, ends later.
  const later = aPod({ name: 'later', uid: 'later' });
  node.create(later, { kind: 'scripted', status: STATUS, ephemeral: SCRIPT });
  node.addEphemeral(later, anEphemeralContainer());
  await node.until(later, (pod) => statusOf(pod, 'debugger')?.state?.terminated !== undefined);
  expect(node.read(POD)).toBe(before);
});
