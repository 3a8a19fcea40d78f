import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { Pod, PodSpec } from '../../pod/types.ts';
import { planEphemeralContainer } from '../container/ephemeral-container.ts';
import { requestKeeper } from '../plan-keeper.ts';
import { openRootfs, opensRootShell, rootfsCommand, runsInRootfs } from './rootfs.ts';

const APP = 'a'.repeat(64);
const SIDE = 'b'.repeat(64);

/** A pod with the containers `app` and `side`, which run unless `ids` says otherwise. */
function aRunningPod(
  spec: Partial<PodSpec> = {},
  ids: Readonly<Record<string, string>> = { app: `containerd://${APP}`, side: `cri-o://${SIDE}` },
): Pod {
  const pod = aPod({ apps: [{ name: 'app' }, { name: 'side' }], spec });
  const containerStatuses = Object.entries(ids).map(([name, containerID]) => ({
    name,
    containerID,
    ready: true,
    restartCount: 0,
    state: { running: {} },
  }));
  return { ...pod, status: { ...pod.status, containerStatuses } };
}

const AS_7 = { capAdd: [], capDrop: [], runAs: { kind: 'ids', ids: { user: 7 } } } as const;
const asking = aDebugRequest({ rootfs: 'said', target: 'app', command: ['cat', '/etc/$(HOST)'] });

describe('--rootfs', () => {
  it.each([
    { spec: {}, namespace: 'own' },
    { spec: { shareProcessNamespace: true }, namespace: 'shared' },
    { spec: { hostPID: true }, namespace: 'host' },
  ])('tells the script of the $namespace PID namespace, the ids and the command', ({ spec, namespace }) => {
    const { command } = openRootfs(aRunningPod(spec), asking);
    expect(command.slice(0, 2)).toEqual(['sh', '-c']);
    expect(command.slice(4)).toEqual([
      'said',
      namespace,
      'app',
      APP,
      `side=${SIDE}`,
      '--',
      'cat',
      '/etc/$(HOST)',
    ]);
  });

  it('hands the script over so that the kubelet, which reads $$ and $(…), gives it back as it is', () => {
    const { command, env } = openRootfs(aRunningPod(), asking);
    for (const text of [command[2] ?? '', ...env.map(({ value = '' }) => value)]) {
      expect(text).toContain('$$');
      expect(text.replaceAll('$$', '')).not.toContain('$');
    }
  });

  it.each([
    { command: [], expected: true },
    { command: ['ls'], expected: false },
    { command: ['ls', '--'], expected: false },
  ])('knows a container that opens only a shell, of $command: $expected', ({ command, expected }) => {
    const { container } = planEphemeralContainer(aRunningPod(), { ...asking, command }, () => 0);
    expect(opensRootShell(container)).toBe(expected);
  });

  it('takes no other container for one that opens a shell', () => {
    expect(opensRootShell({ name: 'dbg', command: ['sh', '--'] })).toBe(false);
  });

  it('leaves the command of a container that is kept alone, and prepares all that opens the root by exec', () => {
    const kept = requestKeeper(asking, 3_600_000);
    const { container } = planEphemeralContainer(aRunningPod(), kept, () => 0);
    expect(container.command).toEqual(kept.command);
    expect(container.securityContext?.runAsUser).toBe(0);
    expect(runsInRootfs(container)).toBe(true);
    expect(opensRootShell(container)).toBe(false);
  });

  it('tells the script by exec the ids that the pod has by then', () => {
    const pod = aRunningPod({}, { app: `containerd://${SIDE}` });
    const [shell, flag, text, ...words] = rootfsCommand(pod, {
      ...asking,
      command: ['echo', '$(HOST)', '$$'],
    });
    expect([shell, flag, text]).toEqual(['sh', '-c', 'by_exec=1; eval "$KUBECTL_DEBUG_ROOTFS"']);
    expect(words).toEqual(['rootfs', 'said', 'own', 'app', SIDE, '--', 'echo', '$(HOST)', '$$']);
  });

  it('changes nothing unless it is given', () => {
    const request = aDebugRequest({ target: 'app' });
    expect(openRootfs(aRunningPod(), request)).toBe(request);
  });

  it.each([
    { label: 'root with general', request: {}, pod: aRunningPod(), user: 0 },
    { label: 'who was named', request: { security: AS_7, command: [] }, pod: aRunningPod(), user: 7 },
    {
      label: 'whom restricted lets start',
      request: { profile: 'restricted' },
      pod: aRunningPod(),
      user: undefined,
    },
    {
      label: 'whom the pod lets start',
      request: {},
      pod: aRunningPod({ securityContext: { runAsNonRoot: true } }),
      user: undefined,
    },
  ] as const)('runs as $label', ({ request, pod, user }) => {
    const { container } = planEphemeralContainer(pod, { ...asking, ...request }, () => 0);
    expect(container.securityContext?.runAsUser).toBe(user);
  });

  it.each([
    { label: 'no target', request: aDebugRequest({ rootfs: 'said' }), pod: aRunningPod(), kind: 'usage' },
    {
      label: 'a target that has no process',
      request: asking,
      pod: aRunningPod({}, { side: `containerd://${SIDE}` }),
      kind: 'target-not-running',
    },
    {
      label: 'an id that could be anything',
      request: asking,
      pod: aRunningPod({}, { app: 'containerd://*' }),
      kind: 'target-not-running',
    },
    {
      label: '--arguments-only',
      request: { ...asking, argumentsOnly: true },
      pod: aRunningPod(),
      kind: 'usage',
    },
  ])('refuses $label', ({ request, pod, kind }) => {
    expect(() => planEphemeralContainer(pod, request, () => 0)).toThrow(expect.objectContaining({ kind }));
  });
});
