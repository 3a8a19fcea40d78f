import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../test/builders/a-debug-request.ts';
import type { DebugRequest } from './request/debug-request.ts';
import { planNodePod } from './node-pod.ts';
import type { NodePodPlan } from './pod-on-node.ts';

function plan(options: Partial<DebugRequest> = {}): NodePodPlan {
  return planNodePod({ node: 'n1', namespace: 'shop' }, aDebugRequest(options), () => 0);
}

const HOST_NAMESPACES = { hostNetwork: true, hostPID: true, hostIPC: true };
const HOST_ROOT = { volumes: [{ name: 'host-root', hostPath: { path: '/' } }] };
const MOUNT = { volumeMounts: [{ name: 'host-root', mountPath: '/host' }] };

describe('planNodePod', () => {
  it("makes kubectl's pod of the least that can be asked", () => {
    expect(plan()).toEqual({
      kind: 'node',
      pod: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: 'node-debugger-n1-bbbbb',
          namespace: 'shop',
          labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' },
        },
        spec: {
          containers: [{ name: 'debugger', image: 'busybox', terminationMessagePolicy: 'File', ...MOUNT }],
          nodeName: 'n1',
          restartPolicy: 'Never',
          tolerations: [{ operator: 'Exists' }],
          ...HOST_NAMESPACES,
          ...HOST_ROOT,
        },
      },
      containerName: 'debugger',
      notes: [],
      kubectlNotes: ['Creating debugging pod node-debugger-n1-bbbbb with container debugger on node n1.'],
      warnings: [],
    });
  });

  it.each([
    { profile: 'general', says: /at \/host .*; nsenter, dmesg and mount need --profile=sysadmin$/ },
    { profile: 'netadmin', says: /not mounted; nsenter, .* need --profile=sysadmin$/ },
    { profile: 'restricted', says: /not mounted; nsenter, .* need --profile=sysadmin$/ },
  ] as const)('tells who types what --profile=$profile lacks', ({ profile, says }) => {
    const { notes } = plan({ profile, stdin: true, tty: true, attach: true });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(says);
  });

  it.each<{ label: string; request: Partial<DebugRequest> }>([
    { label: 'to a command', request: { attach: true } },
    { label: 'where nobody comes', request: { stdin: true, tty: true } },
    {
      label: 'of a privileged pod',
      request: { stdin: true, tty: true, attach: true, profile: 'sysadmin' },
    },
  ])('says nothing of that $label', ({ request }) => {
    expect(plan({ attach: false, ...request }).notes).toEqual([]);
  });

  it.each([
    { profile: 'general', host: { ...HOST_NAMESPACES, ...HOST_ROOT }, container: MOUNT },
    { profile: 'legacy', host: { ...HOST_NAMESPACES, ...HOST_ROOT }, container: MOUNT },
    {
      profile: 'sysadmin',
      host: { ...HOST_NAMESPACES, ...HOST_ROOT },
      container: { ...MOUNT, securityContext: { privileged: true } },
    },
    {
      profile: 'netadmin',
      host: HOST_NAMESPACES,
      container: { securityContext: { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } } },
    },
    { profile: 'baseline', host: {}, container: {} },
    {
      profile: 'restricted',
      host: {},
      container: {
        securityContext: {
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      },
    },
  ] as const)('gives profile $profile its part of the host', ({ profile, host, container }) => {
    expect(plan({ profile }).pod.spec).toEqual({
      containers: [{ name: 'debugger', image: 'busybox', terminationMessagePolicy: 'File', ...container }],
      nodeName: 'n1',
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      ...host,
    });
  });

  it('takes the container as the flags and the custom container want it', () => {
    const { pod, containerName } = plan({
      containerName: 'dbg',
      stdin: true,
      tty: true,
      command: ['sh'],
      custom: { volumeMounts: [{ name: 'x', mountPath: '/x' }] },
    });
    expect(containerName).toBe('dbg');
    expect(pod.spec.containers[0]).toMatchObject({
      name: 'dbg',
      stdin: true,
      tty: true,
      command: ['sh'],
      volumeMounts: [
        { name: 'x', mountPath: '/x' },
        { name: 'host-root', mountPath: '/host' },
      ],
    });
  });

  it('warns that there is nothing to target', () => {
    expect(plan({ target: 'app' }).warnings).toEqual([
      '--target is ignored: a node pod has no other container to target',
    ]);
  });

  it('refuses to do without an image', () => {
    expect(() =>
      planNodePod({ node: 'n1', namespace: 'shop' }, aDebugRequest({ image: undefined }), () => 0),
    ).toThrow('you must specify --image');
  });
});
