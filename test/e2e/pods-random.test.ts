import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pod } from '../../src/pod/types.ts';
import { askBoth } from './ask-both.ts';
import { createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';

// Pods that no scheduler wants, with random specs and statuses, as the server stores them: every cell that kubectl
// prints of them is printed here as well. The seed is fixed, so that a difference comes back.
const SEED = 20_250_301;
const COUNT = 100;
const FINALIZER = 'example.com/keep';

/** Numbers of at least 0 and below 1 that look random (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = makeRandom(SEED);
const chance = (share: number): boolean => random() < share;
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const pick = <T>(...values: readonly [T, ...T[]]): T => values[upTo(values.length - 1)] ?? values[0];
const list = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i));

/** Old enough that no age changes its unit while the test runs, or young. */
function aTime(): string {
  const secondsAgo = pick(30, 400, 5000, 20_000, 100_000, 600_000, 9_000_000, 80_000_000) * (1 + random());
  return `${new Date(Date.now() - secondsAgo * 1000).toISOString().slice(0, 19)}Z`;
}

function aState(): object {
  const reason = (...words: readonly [string, ...string[]]) =>
    chance(0.2) ? {} : { reason: pick(...words) };
  return pick<() => object>(
    () => ({}),
    () => ({ waiting: reason('ContainerCreating', 'PodInitializing', 'CrashLoopBackOff', 'ErrImagePull') }),
    () => ({ running: { startedAt: aTime() } }),
    () => ({ running: { startedAt: aTime() } }),
    () => ({ terminated: { exitCode: pick(0, 0, 1, 137), ...reason('Completed', 'Error', 'OOMKilled') } }),
    () => ({ terminated: { exitCode: 137, signal: pick(0, 9) } }),
  )();
}

function aContainerStatus(name: string): object {
  const ended = { exitCode: 1, reason: 'Error', ...(chance(0.8) && { finishedAt: aTime() }) };
  return {
    name: chance(0.03) ? 'not-in-spec' : name,
    image: 'example/app:1',
    imageID: '',
    ready: chance(0.6),
    restartCount: chance(0.5) ? 0 : upTo(12),
    ...(chance(0.8) && { started: chance(0.7) }),
    state: aState(),
    lastState: chance(0.4) ? { terminated: ended } : {},
  };
}

const aContainer = (name: string) => ({ name, image: 'example/app:1' });

function aRandomPod(index: number): object {
  const gates = chance(0.2) ? list(1 + upTo(1), (i) => ({ conditionType: `example.com/gate-${i}` })) : [];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${pick('a', 'web', 'a-rather-long-name')}-${index}`,
      labels: { index: `${index}`, ...(chance(0.5) && { app: pick('web', 'api', 'db') }) },
      ...(chance(0.12) && { finalizers: [FINALIZER] }),
    },
    spec: {
      schedulerName: 'nobody',
      automountServiceAccountToken: false,
      initContainers: list(upTo(3), (i) => ({
        ...aContainer(`init-${i}`),
        ...(chance(0.5) && { restartPolicy: 'Always' }),
      })),
      containers: list(1 + upTo(2), (i) => aContainer(`app-${i}`)),
      readinessGates: gates,
    },
  };
}

/** The pod with a status that a kubelet could have written, and some that none would. */
function withStatus(pod: Pod): object {
  const names = (containers: Pod['spec']['containers'] = []) => containers.map(({ name }) => name);
  const gates = (pod.spec.readinessGates ?? []).map(({ conditionType }) => conditionType);
  const types = ['Initialized', 'Ready', 'PodScheduled', ...gates].filter(() => chance(0.7));
  const conditions = types.map((type) => ({
    type,
    status: pick('True', 'False'),
    ...(type === 'PodScheduled' && chance(0.1) && { reason: 'SchedulingGated' }),
  }));
  const isReported = chance(0.85);
  return {
    ...pod,
    status: {
      phase: pick('Pending', 'Running', 'Running', 'Succeeded', 'Failed', 'Unknown'),
      ...(chance(0.1) && { reason: pick('Evicted', 'NodeLost', 'OutOfcpu') }),
      ...(chance(0.6) && { podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }] }),
      ...(chance(0.1) && { nominatedNodeName: 'node-7' }),
      conditions,
      ...(isReported && { containerStatuses: names(pod.spec.containers).map(aContainerStatus) }),
      ...(isReported && { initContainerStatuses: names(pod.spec.initContainers).map(aContainerStatus) }),
    },
  };
}

let namespace: Namespace;
const inNamespace = (...args: readonly string[]): string[] => [...args, '-n', namespace.name];
const listOf = (items: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

beforeAll(async () => {
  namespace = await createNamespace('pods-random');
  await kubectl(inNamespace('create', '-f', '-'), listOf(list(COUNT, aRandomPod)));
  const { items } = JSON.parse(await kubectl(inNamespace('get', 'pods', '-o', 'json'))) as { items: Pod[] };
  await kubectl(inNamespace('replace', '--subresource=status', '-f', '-'), listOf(items.map(withStatus)));
  const kept = items
    .filter(({ metadata }) => 'finalizers' in metadata)
    .map(({ metadata }) => metadata.name ?? '');
  await kubectl(inNamespace('delete', 'pods', '--wait=false', ...kept));
});

afterAll(async () => {
  const { items } = JSON.parse(await kubectl(inNamespace('get', 'pods', '-o', 'json'))) as { items: Pod[] };
  const left = items.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  const freed = left.map((pod) => ({ ...pod, metadata: { ...pod.metadata, finalizers: [] } }));
  await kubectl(inNamespace('replace', '-f', '-'), listOf(freed));
  await namespace.remove();
});

it.each([
  { args: ['-o', 'wide'] },
  { args: ['-L', 'app', '--show-labels'] },
  { args: ['-o', 'json'] },
  { args: ['-o', 'jsonpath={..containerStatuses[*].state}'] },
  {
    args: [
      '-o',
      'custom-columns=N:.metadata.name,S:.status.containerStatuses[*].restartCount,L:.status.conditions',
    ],
  },
])('prints what kubectl prints of random pods with $args', async ({ args }) => {
  const { ours, theirs } = await askBoth([...args, ...inNamespace()]);
  expect(ours.stdout).toEqual(theirs.stdout);
  expect(ours.exitCode).toBe(theirs.exitCode);
  expect(ours.stdout.length).toBeGreaterThan(COUNT);
});
