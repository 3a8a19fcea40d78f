import { CliError } from '../errors/cli-error.ts';
import type { Container, PodSpec } from '../pod/types.ts';
import { checkNewContainer } from './request/check-request.ts';
import { randomSuffix } from './container/container-name.ts';
import { makeDebugContainer, newContainer } from './container/debug-container.ts';
import type { DebugRequest } from './request/debug-request.ts';
import { planWindowsNodePod } from './windows-node-pod.ts';
import { nodePod, type NodePodPlan, type NodeTarget } from './pod-on-node.ts';
import { PROFILES, profileWarnings, type Profile } from './security/profiles.ts';

type NodeProfile = Profile['node'];

const HOST_ROOT = 'host-root';

function hostFields({ hostNamespaces, hostRoot }: NodeProfile): Partial<PodSpec> {
  return {
    ...(hostNamespaces && { hostNetwork: true, hostPID: true, hostIPC: true }),
    ...(hostRoot && { volumes: [{ name: HOST_ROOT, hostPath: { path: '/' } }] }),
  };
}

function buildContainer(name: string, request: DebugRequest): Container {
  const { security, hostRoot } = PROFILES[request.profile].node;
  const volumeMounts = [{ name: HOST_ROOT, mountPath: '/host' }];
  return makeDebugContainer({ ...newContainer(name), ...(hostRoot && { volumeMounts }) }, request, security);
}

/** kubectl prints "Targeting container" here too, but then ignores the flag. */
function targetWarnings({ target }: DebugRequest): readonly string[] {
  return target === undefined ? [] : ['--target is ignored: a node pod has no other container to target'];
}

function refuseLikeness({ like, security }: DebugRequest): void {
  if (like === undefined && security?.runAs?.kind !== 'target') return;
  throw new CliError(
    'usage',
    '--env-from-target, --mount-like-target and --run-as-user=target are about a container of a pod, and a node has none',
    { hint: 'use --run-as-user with a number' },
  );
}

/** For a person at a terminal: what the profile leaves out, and the flag that adds it. kubectl does not say. */
function accessNotes(
  { profile, stdin, tty, attach }: DebugRequest,
  { securityContext }: Container,
): string[] {
  if (!stdin || !tty || !attach || securityContext?.privileged === true) return [];
  const { hostRoot } = PROFILES[profile].node;
  const files = hostRoot
    ? 'the files of the node are at /host (chroot /host)'
    : 'the files of the node are not mounted';
  return [`--profile=${profile}: ${files}; nsenter, dmesg and mount need --profile=sysadmin`];
}

/**
 * Plans the pod that `kubectl debug node/NAME` would create for the same flags: pinned to the node, tolerating all
 * taints, never restarted. Throws `usage` or `image-invalid`.
 *
 * @param random as `Math.random`
 */
export function planNodePod(
  { node, namespace }: NodeTarget,
  request: DebugRequest,
  random: () => number,
): NodePodPlan {
  checkNewContainer(request);
  refuseLikeness(request);
  if (request.os === 'windows') return planWindowsNodePod({ node, namespace }, request, random);
  const name = `node-debugger-${node}-${randomSuffix(random)}`;
  const containerName = request.containerName ?? 'debugger';
  const container = buildContainer(containerName, request);
  return {
    kind: 'node',
    pod: nodePod({ name, namespace }, request, {
      containers: [container],
      nodeName: node,
      ...hostFields(PROFILES[request.profile].node),
    }),
    containerName,
    kubectlNotes: [`Creating debugging pod ${name} with container ${containerName} on node ${node}.`],
    notes: accessNotes(request, container),
    warnings: [...profileWarnings(request.profile), ...targetWarnings(request)],
  };
}
