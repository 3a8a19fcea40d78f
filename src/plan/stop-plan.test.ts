import { describe, expect, it } from 'vitest';
import type { ObjectMeta, Pod } from '../pod/types.ts';
import { debugPodKind } from '../pod/containers/debug-containers.ts';
import { describeStop, planLeftovers, planStop } from './stop-plan.ts';

const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: '1' };
const CREATED_BY_US = [{ manager: 'kubectl-debug', operation: 'Update' }];
const LABEL = { 'app.kubernetes.io/managed-by': 'kubectl-debug' };

const aPodOf = (metadata: ObjectMeta, containers: Readonly<Record<string, string>> = {}): Pod => ({
  metadata: {
    name: 'web-1',
    namespace: 'shop',
    uid: 'u',
    creationTimestamp: '2025-03-01T10:00:00Z',
    ...metadata,
  },
  spec: {
    containers: [{ name: 'app' }],
    ephemeralContainers: Object.keys(containers).map((name) => ({ name })),
  },
  status: {
    ephemeralContainerStatuses: Object.entries(containers).map(([name, state]) => ({
      name,
      ready: false,
      restartCount: 0,
      state: state === 'ended' ? { terminated: { exitCode: 0 } } : { running: { startedAt: state } },
    })),
  },
});

describe('debugPodKind', () => {
  it.each([
    { label: 'a node pod', metadata: { name: 'node-debugger-n1-abcde', labels: LABEL }, kind: 'node pod' },
    { label: 'a copy', metadata: { managedFields: CREATED_BY_US }, kind: 'debug copy' },
    {
      label: 'a pod in which we only added a debug container',
      metadata: { managedFields: [{ ...CREATED_BY_US[0], subresource: 'ephemeralcontainers' }] },
      kind: undefined,
    },
    {
      label: 'what belongs to a controller',
      metadata: { managedFields: CREATED_BY_US, ownerReferences: [OWNER] },
      kind: undefined,
    },
    { label: 'any pod with only the label', metadata: { labels: LABEL }, kind: undefined },
    { label: 'any pod with only the name', metadata: { name: 'node-debugger-n1-abcde' }, kind: undefined },
    {
      label: "kubectl's copy",
      metadata: { managedFields: [{ manager: 'kubectl', operation: 'Update' }] },
      kind: undefined,
    },
  ])('takes $label for $kind', ({ metadata, kind }) => {
    expect(debugPodKind(aPodOf(metadata))).toBe(kind);
  });
});

describe('planStop', () => {
  const running = { one: '2025-03-01T10:00:00Z', two: '2025-03-01T11:00:00Z', old: 'ended' };

  it.each([
    {
      name: undefined,
      metadata: {},
      stops: ['debug container "one" in shop/web-1', 'debug container "two" in shop/web-1'],
    },
    { name: 'two', metadata: {}, stops: ['debug container "two" in shop/web-1'] },
    { name: undefined, metadata: { managedFields: CREATED_BY_US }, stops: ['debug copy shop/web-1'] },
    {
      name: 'two',
      metadata: { managedFields: CREATED_BY_US },
      stops: ['debug container "two" in shop/web-1'],
    },
  ])('means $stops when -c is $name', ({ name, metadata, stops }) => {
    expect(planStop(aPodOf(metadata, running), name).map(describeStop)).toEqual(stops);
  });

  it.each(['old', 'app', 'nobody'])('refuses "%s", which is no debug container that runs', (name) => {
    expect(() => planStop(aPodOf({}, running), name)).toThrow(`no debug container "${name}" runs`);
  });

  it('refuses a pod with nothing of ours in it', () => {
    expect(() => planStop(aPodOf({}), undefined)).toThrow('no debug container runs');
  });
});

describe('planLeftovers', () => {
  it('takes what began before, and nothing that is on its way out', () => {
    const pods = [
      aPodOf({}, { early: '2025-03-01T10:00:00Z', late: '2025-03-01T12:00:00Z', gone: 'ended' }),
      aPodOf({ name: 'copy', managedFields: CREATED_BY_US }),
      aPodOf({ name: 'young', managedFields: CREATED_BY_US, creationTimestamp: '2025-03-01T12:00:00Z' }),
      aPodOf({ name: 'dying', managedFields: CREATED_BY_US, deletionTimestamp: '2025-03-01T12:00:00Z' }),
      aPodOf({ name: 'app' }),
    ];
    expect(
      planLeftovers(pods, { before: new Date('2025-03-01T11:00:00Z'), owner: undefined }).map(describeStop),
    ).toEqual(['debug container "early" in shop/web-1', 'debug copy shop/copy']);
  });

  it('takes of one user what is named so, and of copies those with such a container', () => {
    const since = '2025-03-01T10:00:00Z';
    const copyOf = (name: string, container: string): Pod => {
      const pod = aPodOf({ name, managedFields: CREATED_BY_US });
      return { ...pod, spec: { containers: [{ name: 'app' }, { name: container }] } };
    };
    const pods = [
      aPodOf(
        {},
        {
          'debugger-ann-x7k2p': since,
          'debugger-ann-b-x7k2p': since,
          'debugger-x7k2p': since,
          ann: since,
          'debugger-ann-zzzzz': 'ended',
        },
      ),
      copyOf('hers', 'debugger-ann-x7k2p'),
      copyOf('his', 'debugger-bob-x7k2p'),
    ];
    const stops = planLeftovers(pods, { before: undefined, owner: 'ann' });
    expect(stops.map(describeStop)).toEqual([
      'debug container "debugger-ann-x7k2p" in shop/web-1',
      'debug copy shop/hers',
    ]);
  });

  describe('of one user who debugs what another one has made', () => {
    const COPY = { name: 'made', managedFields: CREATED_BY_US };
    const NODE_POD = { name: 'node-debugger-n1-x7k2p', labels: LABEL };
    it.each([
      { label: 'a copy', metadata: COPY, apps: ['app', 'debugger-bob-x7k2p'], pod: 'debug copy shop/made' },
      {
        label: 'a copy of a copy',
        metadata: COPY,
        apps: ['app', 'debugger-ann-x7k2p', 'debugger-bob-x7k2p'],
        pod: 'debug copy shop/made',
      },
      { label: 'a copy that nobody is named in', metadata: COPY, apps: ['app'], pod: undefined },
      {
        label: 'a node pod',
        metadata: NODE_POD,
        apps: ['debugger'],
        pod: undefined,
      },
    ])('takes only what is theirs in $label', ({ metadata, apps, pod: whole }) => {
      const since = '2025-03-01T10:00:00Z';
      const made = aPodOf(metadata, { 'debugger-ann-zzzzz': since, 'debugger-eve-zzzzz': since });
      const pod = { ...made, spec: { ...made.spec, containers: apps.map((name) => ({ name })) } };
      const of = (owner: string): readonly string[] =>
        planLeftovers([pod], { before: undefined, owner }).map(describeStop);
      expect(of('ann')).toEqual([`debug container "debugger-ann-zzzzz" in shop/${metadata.name}`]);
      expect(of('bob')).toEqual(whole === undefined ? [] : [whole]);
    });
  });
});
