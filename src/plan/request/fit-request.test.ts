import { describe, expect, it } from 'vitest';
import { aDebugRequest, aPodCopyRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { planEphemeralContainer } from '../container/ephemeral-container.ts';
import { planNodePod } from '../node-pod.ts';
import { planPodCopy } from '../copy/pod-copy.ts';
import { parseSecurityFlags } from '../security/security-flags.ts';

const random = (): number => 0;
const ENV = { env: true, mounts: 'none' } as const;
const MOUNTS = { env: false, mounts: 'read-only' } as const;
const rights = (runAsUser?: string, capAdd: readonly string[] = [], capDrop: readonly string[] = []) => {
  const security = parseSecurityFlags({ runAsUser, capAdd, capDrop });
  return security === undefined ? {} : { security };
};

describe('the rights that flags give', () => {
  it.each([
    { flags: rights('1000'), expected: { capabilities: { add: ['SYS_PTRACE'] }, runAsUser: 1000 } },
    {
      flags: rights('1000:2000'),
      expected: { capabilities: { add: ['SYS_PTRACE'] }, runAsUser: 1000, runAsGroup: 2000 },
    },
    {
      flags: rights(undefined, ['cap_net_admin']),
      expected: { capabilities: { add: ['SYS_PTRACE', 'NET_ADMIN'] } },
    },
    { flags: rights(undefined, [], ['SYS_PTRACE']), expected: { capabilities: { drop: ['SYS_PTRACE'] } } },
    {
      flags: rights(undefined, ['NET_RAW'], ['ALL']),
      expected: { capabilities: { add: ['NET_RAW'], drop: ['ALL'] } },
    },
    {
      flags: { ...rights('1000'), custom: { securityContext: { runAsUser: 7 } } },
      expected: { capabilities: { add: ['SYS_PTRACE'] }, runAsUser: 7 },
    },
  ])('go over the profile and below --custom: $expected', ({ flags, expected }) => {
    const { container } = planEphemeralContainer(aPod(), aDebugRequest(flags), random);
    expect(container.securityContext).toEqual(expected);
  });

  it.each(['root', '', '-1', '1:', '1.5', '2147483648'])('are refused for the user %j', (text) => {
    expect(() => rights(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });

  it.each([
    { capAdd: ['NET_ADMN'], capDrop: [] },
    { capAdd: [], capDrop: ['nothing'] },
    { capAdd: ['NET_RAW'], capDrop: ['CAP_NET_RAW'] },
  ])('are refused for $capAdd and $capDrop', ({ capAdd, capDrop }) => {
    expect(() => rights(undefined, capAdd, capDrop)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});

describe('--run-as-user=target', () => {
  it.each([
    {
      from: 'the container',
      pod: aPod({ apps: [{ securityContext: { runAsUser: 5, runAsGroup: 6 } }] }),
      ids: { runAsUser: 5, runAsGroup: 6 },
    },
    {
      from: 'the pod',
      pod: aPod({ spec: { securityContext: { runAsUser: 7 } } }),
      ids: { runAsUser: 7 },
    },
  ])('takes the ids of $from', ({ pod, ids }) => {
    const request = aDebugRequest({ ...rights('target'), target: 'app' });
    expect(planEphemeralContainer(pod, request, random).container.securityContext).toMatchObject(ids);
  });

  it('takes the ids that the status tells', () => {
    const pod = aPod();
    const containerStatuses = (pod.status?.containerStatuses ?? []).map((status) => ({
      ...status,
      user: { linux: { uid: 8, gid: 9 } },
    }));
    const told = { ...pod, status: { ...pod.status, containerStatuses } };
    const { container } = planEphemeralContainer(told, aDebugRequest(rights('target')), random);
    expect(container.securityContext).toMatchObject({ runAsUser: 8, runAsGroup: 9 });
  });

  it('is refused where only the image knows', () => {
    expect(() => planEphemeralContainer(aPod(), aDebugRequest(rights('target')), random)).toThrow(
      expect.objectContaining({ kind: 'target-user-unknown' }),
    );
  });
});

describe('what is taken over from the target', () => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
    { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'limits.memory' } } },
  ];
  const volumeMounts = [
    { name: 'data', mountPath: '/data' },
    { name: 'conf', mountPath: '/conf', readOnly: true },
    { name: 'data', mountPath: '/part', subPath: 'part' },
  ];
  const pod = aPod({ apps: [{ env, envFrom: [{ prefix: 'X_' }], volumeMounts }] });

  it('are its variables, below those of --env, and a limit stays that of the target', () => {
    const request = aDebugRequest({ like: ENV, env: [{ name: 'B', value: 'mine' }] });
    const { container } = planEphemeralContainer(pod, request, random);
    expect(container.env).toEqual([
      { name: 'A', value: '1' },
      {
        name: 'MEMORY',
        valueFrom: { resourceFieldRef: { containerName: 'app', resource: 'limits.memory' } },
      },
      { name: 'B', value: 'mine' },
    ]);
    expect(container.envFrom).toEqual([{ prefix: 'X_' }]);
    expect(container.volumeMounts).toBeUndefined();
  });

  it.each([
    { mounts: 'read-only', readOnly: true },
    { mounts: 'read-write', readOnly: undefined },
  ] as const)('are its volumes, $mounts, and what cannot be had is named', ({ mounts, readOnly }) => {
    const request = aDebugRequest({ like: { env: false, mounts } });
    const { container, warnings } = planEphemeralContainer(pod, request, random);
    expect(container.volumeMounts).toEqual([
      { name: 'data', mountPath: '/data', ...(readOnly && { readOnly }) },
      { name: 'conf', mountPath: '/conf', readOnly: true },
    ]);
    expect(container.env).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('leaves out /part of container "app"')]);
  });

  it('comes from the container that the pod names, else asks which of several', () => {
    const two = { apps: [{ name: 'a' }, { name: 'b', env }] };
    const annotations = { 'kubectl.kubernetes.io/default-container': 'b' };
    const named = planEphemeralContainer(
      aPod({ ...two, metadata: { annotations } }),
      aDebugRequest({ like: ENV }),
      random,
    );
    expect(named.container.env).toHaveLength(3);
    expect(() => planEphemeralContainer(aPod(two), aDebugRequest({ like: ENV }), random)).toThrow(
      expect.objectContaining({ kind: 'ambiguous', message: expect.stringContaining('a, b') as string }),
    );
  });

  it('goes to a new container of a copy, not to one that the pod has, and not to a node', () => {
    const { pod: copy, containerName } = planPodCopy(pod, aPodCopyRequest({ like: MOUNTS }), random);
    const added = copy.spec.containers.find(({ name }) => name === containerName);
    expect(added?.volumeMounts).toHaveLength(2);
    const usage = expect.objectContaining({ kind: 'usage' }) as Error;
    expect(() => planPodCopy(pod, aPodCopyRequest({ like: ENV, containerName: 'app' }), random)).toThrow(
      usage,
    );
    const node = { node: 'n1', namespace: 'shop' };
    expect(() => planNodePod(node, aDebugRequest({ like: ENV }), random)).toThrow(usage);
    expect(() => planNodePod(node, aDebugRequest(rights('target')), random)).toThrow(usage);
  });
});

describe('a user that the pod does not allow', () => {
  it.each([
    { label: 'by the profile', request: { profile: 'restricted', ...rights('0') }, pod: aPod() },
    {
      label: 'by the pod',
      request: rights('0'),
      pod: aPod({ spec: { securityContext: { runAsNonRoot: true } } }),
    },
  ] as const)('is refused before anything is created: $label', ({ request, pod }) => {
    expect(() => planEphemeralContainer(pod, aDebugRequest(request), random)).toThrow(
      expect.objectContaining({ kind: 'run-as-root' }),
    );
  });
});

it('adds root to a pod that forbids it, as kubectl does, where nobody waits for the container', () => {
  const pod = aPod({ spec: { securityContext: { runAsNonRoot: true } } });
  const request = aDebugRequest({ custom: { securityContext: { runAsUser: 0 } } });
  expect(planEphemeralContainer(pod, { ...request, attach: false }, random).container).toMatchObject({
    securityContext: { runAsUser: 0 },
  });
  expect(() => planEphemeralContainer(pod, { ...request, waits: true }, random)).toThrow(
    expect.objectContaining({ kind: 'run-as-root' }),
  );
});

describe('the files of the target', () => {
  const byContainer = aPod({ apps: [{ securityContext: { runAsUser: 1000 } }] });
  const inGroup = aPod({ apps: [{ securityContext: { runAsUser: 1000, runAsGroup: 3000 } }] });
  const byPod = aPod({ spec: { securityContext: { runAsUser: 1000 } } });
  const asRoot = aPod({ apps: [{ securityContext: { runAsUser: 0 } }] });

  it.each([
    { label: 'root with SYS_PTRACE', pod: byContainer, request: {}, isDenied: false },
    { label: 'root without it', pod: byContainer, request: { profile: 'baseline' }, isDenied: true },
    { label: 'root with all of it', pod: byContainer, request: { profile: 'sysadmin' }, isDenied: false },
    { label: 'the same user', pod: byContainer, request: rights('target'), isDenied: false },
    { label: 'the user of the pod', pod: byPod, request: { profile: 'baseline' }, isDenied: false },
    { label: 'another user with SYS_PTRACE', pod: asRoot, request: rights('1000'), isDenied: true },
    { label: 'the same user of another group', pod: inGroup, request: rights('1000:1'), isDenied: true },
    { label: 'the same user and group', pod: inGroup, request: rights('1000:3000'), isDenied: false },
    { label: 'root to root', pod: asRoot, request: { profile: 'baseline' }, isDenied: false },
    {
      label: 'anybody without a target',
      pod: byContainer,
      request: { profile: 'baseline', target: '' },
      isDenied: false,
    },
    { label: 'anybody where nobody knows the user', pod: aPod(), request: rights('1000'), isDenied: false },
  ] as const)('are denied to $label: $isDenied', ({ pod, request, isDenied }) => {
    const { target, ...asked } = aDebugRequest({ target: 'app', ...request });
    const { warnings } = planEphemeralContainer(
      pod,
      target === '' || target === undefined ? asked : { ...asked, target },
      random,
    );
    const said = warnings.filter((text) => text.includes('/proc/1/root'));
    expect(said).toHaveLength(isDenied ? 1 : 0);
    if (isDenied) expect(said[0]).toContain('--run-as-user=target');
  });
});

it.each([
  { count: 9, isSaid: false },
  { count: 10, isSaid: true },
])('says that debug containers stay when a pod has $count: $isSaid', ({ count, isSaid }) => {
  const pod = aPod({ ephemerals: Array.from({ length: count }, () => ({})) });
  const { notes } = planEphemeralContainer(pod, aDebugRequest(), random);
  expect(notes.some((text) => text.includes('debug containers already'))).toBe(isSaid);
});

it('says how little memory the pod leaves', () => {
  const pod = aPod({ apps: [{ resources: { limits: { memory: '10Mi' } } }] });
  const { notes } = planEphemeralContainer(pod, aDebugRequest(), random);
  expect(notes.some((text) => text.includes('may use 10Mi of memory'))).toBe(true);
});
