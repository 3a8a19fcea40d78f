import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { readEnvelope } from '../../pod/containers/envelope.ts';
import { type EphemeralPlan, planEphemeralContainer } from './ephemeral-container.ts';

const NON_ROOT_WARNING =
  'Non-root user is configured for the entire target Pod, and some capabilities granted by debug profile may not work. Please consider using "--custom" with a custom profile that specifies "securityContext.runAsUser: 0".';

function plan(options: Partial<DebugRequest> = {}, pod = aPod()): EphemeralPlan {
  return planEphemeralContainer(pod, aDebugRequest(options), () => 0);
}

describe('planEphemeralContainer', () => {
  it("makes kubectl's object of the least that can be asked", () => {
    expect(plan()).toEqual({
      kind: 'ephemeral',
      pod: { namespace: 'shop', name: 'web-1' },
      podUid: '5f0c1a52-0000-4000-8000-000000000001',
      container: {
        name: 'debugger-bbbbb',
        image: 'busybox',
        terminationMessagePolicy: 'File',
        securityContext: { capabilities: { add: ['SYS_PTRACE'] } },
      },
      existing: [],
      notes: [],
      kubectlNotes: ['Defaulting debug container name to debugger-bbbbb.'],
      warnings: [],
    });
  });

  it("makes kubectl's object of the most that can be asked", () => {
    const { container, kubectlNotes } = plan({
      containerName: 'dbg',
      target: 'app',
      stdin: true,
      tty: true,
      attach: true,
      command: ['sh', '-c', 'id'],
      env: [{ name: 'A', value: '1' }],
      imagePullPolicy: 'Never',
    });
    expect(container).toEqual({
      name: 'dbg',
      image: 'busybox',
      imagePullPolicy: 'Never',
      command: ['sh', '-c', 'id'],
      env: [{ name: 'A', value: '1' }],
      stdin: true,
      tty: true,
      terminationMessagePolicy: 'File',
      targetContainerName: 'app',
      securityContext: { capabilities: { add: ['SYS_PTRACE'] } },
    });
    expect(kubectlNotes).toEqual([
      'Targeting container "app". If you don\'t see processes from this container it may be because the container runtime doesn\'t support this feature.',
    ]);
  });

  it.each([
    { profile: 'general', securityContext: { capabilities: { add: ['SYS_PTRACE'] } } },
    { profile: 'baseline', securityContext: undefined },
    {
      profile: 'restricted',
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    },
    { profile: 'netadmin', securityContext: { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } } },
    { profile: 'sysadmin', securityContext: { privileged: true } },
    { profile: 'legacy', securityContext: undefined },
  ] as const)(
    'gives the container the security context of profile $profile',
    ({ profile, securityContext }) => {
      expect(plan({ profile }).container.securityContext).toEqual(securityContext);
    },
  );

  it.each([
    { label: 'an attached stdin without a terminal', stdin: true, tty: false, attach: true, expected: true },
    { label: 'an attached terminal', stdin: true, tty: true, attach: true, expected: undefined },
    { label: 'a stdin that nobody attaches to', stdin: true, tty: false, attach: false, expected: undefined },
    { label: 'no stdin', stdin: false, tty: false, attach: true, expected: undefined },
  ])('sets stdinOnce to $expected for $label', ({ stdin, tty, attach, expected }) => {
    expect(plan({ stdin, tty, attach }).container.stdinOnce).toBe(expected);
  });

  it('passes the command as arguments of the entrypoint when asked', () => {
    const { container } = plan({ command: ['-l'], argumentsOnly: true });
    expect(container).toMatchObject({ args: ['-l'] });
    expect(container).not.toHaveProperty('command');
  });

  it('names the ephemeral containers that the new one comes behind', () => {
    expect(plan({}, aPod({ ephemerals: [{ name: 'b' }, { name: 'a' }] })).existing).toEqual(['b', 'a']);
  });

  it.each(['app', 'sidecar'])('takes %s of a pod as the target, sidecars included', (target) => {
    const pod = aPod({ inits: [{ name: 'sidecar', restartPolicy: 'Always' }] });
    expect(plan({ target }, pod).container.targetContainerName).toBe(target);
  });

  it.each([
    {
      label: 'a target that the pod does not have',
      request: { target: 'nope' },
      kind: 'target-not-found',
      message: 'cannot target "nope" in shop/web-1: there is no such container',
      hint: 'use --target with one of app, init',
    },
    {
      label: 'another debug container as the target',
      request: { target: 'old' },
      kind: 'target-not-found',
      message: 'cannot target "old" in shop/web-1: it is a debug container itself',
      hint: 'use --target with one of app, init',
    },
    ...['app', 'init'].map((containerName) => ({
      label: `the name of the container ${containerName}`,
      request: { containerName },
      kind: 'container-exists',
      message: `cannot add a debug container to shop/web-1: it already has a container "${containerName}"`,
      hint: `to see its processes: --target=${containerName}; another name: -c ${containerName}-2`,
    })),
  ])('refuses $label', ({ request, kind, message, hint }) => {
    const pod = aPod({ inits: [{}], ephemerals: [{ name: 'old' }] });
    expect(() => plan(request, pod)).toThrow(expect.objectContaining({ kind, message, hint }));
  });

  it.each([
    { label: 'a non-root pod', runAsUser: 1000, profile: 'general', warns: true },
    { label: 'a non-root pod', runAsUser: 1000, profile: 'netadmin', warns: true },
    { label: 'a non-root pod', runAsUser: 1000, profile: 'sysadmin', warns: true },
    { label: 'a non-root pod', runAsUser: 1000, profile: 'baseline', warns: false },
    { label: 'a non-root pod', runAsUser: 1000, profile: 'restricted', warns: false },
    { label: 'a root pod', runAsUser: 0, profile: 'sysadmin', warns: false },
    { label: 'a pod that leaves the user to the image', profile: 'sysadmin', warns: false },
  ] as const)(
    'warns about useless capabilities: $warns, for $profile in $label',
    ({ warns, profile, ...pod }) => {
      const securityContext = 'runAsUser' in pod ? { runAsUser: pod.runAsUser } : {};
      expect(plan({ profile }, aPod({ spec: { securityContext } })).warnings).toEqual(
        warns ? [NON_ROOT_WARNING] : [],
      );
    },
  );

  it("warns about the legacy profile in kubectl's words", () => {
    expect(plan({ profile: 'legacy' }).warnings).toEqual([
      '--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".',
    ]);
  });

  it.each([
    { profile: 'general', field: 'capabilities' },
    { profile: 'netadmin', field: 'capabilities' },
    { profile: 'sysadmin', field: 'privileged' },
    { profile: 'restricted', field: 'capabilities' },
  ] as const)('refuses profile $profile in a Windows pod, as the server does', ({ profile, field }) => {
    const pod = aPod({ spec: { os: { name: 'windows' } } });
    expect(() => plan({ profile }, pod)).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        message: `cannot debug shop/web-1: it is a Windows pod, which takes no securityContext.${field}`,
        hint: expect.stringContaining('kubectl-debug web-1 -n shop --profile=baseline') as string,
      }),
    );
  });

  it('plans profile baseline in a Windows pod', () => {
    expect(plan({ profile: 'baseline' }, aPod({ spec: { os: { name: 'windows' } } })).warnings).toEqual([]);
  });
});

describe('the links of a shell in the envelope', () => {
  const shell = aDebugRequest({
    stdin: true,
    tty: true,
    target: 'app',
    links: 'quiet',
    envelope: { kind: 'terminal', secret: 's3cret' },
  });
  const id = 'a'.repeat(64);
  const target = aPod({
    apps: [{ state: { running: { startedAt: '2025-03-01T12:00:00Z' } }, containerID: `containerd://${id}` }],
  });
  const linksOf = (request: typeof shell): string | undefined => {
    const { container } = planEphemeralContainer(target, request, () => 0);
    return container.env?.find(({ name }) => name === 'KUBECTL_DEBUG_LINKS')?.value;
  };

  it('are made of its target, and its envelope is still known', () => {
    expect(linksOf(shell)).toBe(`quiet own app=${id}`);
    const { container } = planEphemeralContainer(target, shell, () => 0);
    expect(readEnvelope(container)).toMatchObject({ envelope: { kind: 'terminal' }, command: ['sh'] });
  });

  it.each([
    {
      label: 'another envelope',
      request: { ...shell, tty: false, command: ['ls'], envelope: { kind: 'at-once' } },
    },
    {
      label: 'no envelope, as the container is the one of kubectl',
      request: { ...shell, envelope: undefined },
    },
    { label: '--rootfs, which makes its own', request: { ...shell, rootfs: 'said' } },
  ] as const)('are not made with $label', ({ request }) => {
    expect(linksOf(request)).toBeUndefined();
  });
});
