import { describe, expect, it } from 'vitest';
import { aPod, terminated, type PodOptions } from '../../../test/builders/a-pod.ts';
import {
  debugContainersIn,
  debugPodKind,
  isEphemeralContainer,
  isKeeper,
  listDebugContainers,
  runningDebugContainers,
} from './debug-containers.ts';
import { keeperCommand } from './keeper.ts';

const KEEPER = { name: 'kept', command: keeperCommand(60_000) };
const LABELS = { 'app.kubernetes.io/managed-by': 'kubectl-debug' };
const COPY = { managedFields: [{ manager: 'kubectl-debug', operation: 'Update' }] };
const OWNED = { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u' }] };
const NODE_POD: PodOptions = { name: 'node-debugger-n1-abcde', metadata: { labels: LABELS } };

describe('debugPodKind', () => {
  it.each<{ label: string; options: PodOptions; expected: string | undefined }>([
    { label: 'a pod of a node', options: NODE_POD, expected: 'node pod' },
    { label: 'a label alone', options: { metadata: { labels: LABELS } }, expected: undefined },
    { label: 'a name alone', options: { name: 'node-debugger-n1-abcde' }, expected: undefined },
    { label: 'a copy that we created', options: { metadata: COPY }, expected: 'debug copy' },
    { label: 'a pod with a controller', options: { metadata: { ...COPY, ...OWNED } }, expected: undefined },
    {
      label: 'a pod to which we added an ephemeral container',
      options: {
        metadata: {
          managedFields: [
            { manager: 'kubectl-debug', operation: 'Update', subresource: 'ephemeralcontainers' },
          ],
        },
      },
      expected: undefined,
    },
  ])('is $expected for $label', ({ options, expected }) => {
    expect(debugPodKind(aPod(options))).toBe(expected);
  });
});

describe('listDebugContainers', () => {
  it.each<{ label: string; options: PodOptions; expected: readonly string[] }>([
    { label: 'a pod', options: { ephemerals: [{ name: 'dbg' }] }, expected: ['dbg'] },
    { label: 'a node pod', options: NODE_POD, expected: ['app'] },
    {
      label: 'a copy',
      options: {
        metadata: COPY,
        apps: [{ name: 'app' }, { name: 'shell', stdin: true }, KEEPER, { name: 'debugger-x7k2p' }],
        ephemerals: [{ name: 'dbg' }],
      },
      expected: ['shell', 'kept', 'debugger-x7k2p', 'dbg'],
    },
    { label: 'a copy with other images', options: { metadata: COPY }, expected: [] },
  ])('lists $expected in $label', ({ options, expected }) => {
    expect(listDebugContainers(aPod(options)).map(({ name }) => name)).toEqual(expected);
  });
});

it('tells running containers, keepers and others apart', () => {
  const pod = aPod({
    apps: [{ name: 'app', stdin: true }],
    ephemerals: [{ name: 'shell' }, { name: 'over', state: terminated(0) }, KEEPER],
  });
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  expect(names(runningDebugContainers(pod))).toEqual(['shell']);
  expect(names(debugContainersIn(pod, ['running']))).toEqual(['shell', 'kept']);
  expect(names(debugContainersIn(pod, ['terminated']))).toEqual(['over']);
  expect([isKeeper(KEEPER), isKeeper({ name: 'shell' })]).toEqual([true, false]);
  expect([isEphemeralContainer(pod, 'shell'), isEphemeralContainer(pod, 'app')]).toEqual([true, false]);
});
