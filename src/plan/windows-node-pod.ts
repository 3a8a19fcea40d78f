import { CliError } from '../errors/cli-error.ts';
import type { Container, PodSpec } from '../pod/types.ts';
import { randomSuffix } from './container/container-name.ts';
import { makeDebugContainer, newContainer } from './container/debug-container.ts';
import { linuxField, refuseLinuxFeatures } from './container/refuse-on-windows.ts';
import { nodePod, type NodePodPlan, type NodeTarget } from './pod-on-node.ts';
import type { DebugRequest } from './request/debug-request.ts';
import { PROFILES, profileWarnings, type ProfileName } from './security/profiles.ts';
import { HOST_PROCESS_IMAGE } from './windows-image.ts';

/** The profiles that give the node's own rights on Linux; on Windows a HostProcess container has them. */
const ON_HOST: readonly ProfileName[] = ['general', 'sysadmin', 'legacy'];

/** What makes a container a process of the node. It always uses the network of the node. */
const HOST_PROCESS: Partial<PodSpec> = {
  hostNetwork: true,
  securityContext: {
    windowsOptions: { hostProcess: true, runAsUserName: String.raw`NT AUTHORITY\SYSTEM` },
  },
};

/** Whether the container is a process of the node. */
function isOnHost({ profile }: DebugRequest): boolean {
  return ON_HOST.includes(profile);
}

function buildContainer(name: string, request: DebugRequest): Container {
  const security = isOnHost(request) ? ({ kind: 'keep' } as const) : PROFILES[request.profile].node.security;
  const container = makeDebugContainer(newContainer(name), request, security);
  const { image, command, args } = container;
  // This image holds no program, so the shell of the node is the only default.
  const needsShell = image === HOST_PROCESS_IMAGE && command === undefined && args === undefined;
  return needsShell ? { ...container, command: ['cmd.exe'] } : container;
}

function refuseField(node: string, container: Container): void {
  const field = linuxField(container);
  if (field === undefined) return;
  throw new CliError(
    'invalid',
    `cannot debug node ${node}: it runs Windows, where no container takes securityContext.${field}`,
    {
      hint: 'use --profile=general, whose container is a process of the node, or baseline, whose container is an ordinary one; and leave out --cap-add, --cap-drop and --run-as-user',
    },
  );
}

/**
 * Plans a pod on a Windows node, which kubectl cannot make: a HostProcess container, as SYSTEM; with the baseline profile an
 * ordinary container. Throws `invalid` for what needs Linux.
 * See https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/
 *
 * @param random as `Math.random`
 */
export function planWindowsNodePod(
  { node, namespace }: NodeTarget,
  asked: DebugRequest,
  random: () => number,
): NodePodPlan {
  const request: DebugRequest = { ...asked, envelope: undefined };
  // A node pod has no target on Linux either, where the flag is ignored.
  refuseLinuxFeatures(`node ${node}`, request);
  const name = `node-debugger-${node}-${randomSuffix(random)}`;
  const containerName = request.containerName ?? 'debugger';
  const container = buildContainer(containerName, request);
  refuseField(node, container);
  const own = isOnHost(request) ? HOST_PROCESS : {};
  return {
    kind: 'node',
    os: 'windows',
    pod: nodePod({ name, namespace }, request, {
      containers: [container],
      nodeName: node,
      os: { name: 'windows' },
      ...own,
    }),
    containerName,
    kubectlNotes: [`Creating debugging pod ${name} with container ${containerName} on node ${node}.`],
    notes: [
      isOnHost(request)
        ? String.raw`The node runs Windows: a HostProcess container runs on the node itself, as NT AUTHORITY\SYSTEM, and sees its files (C:\) and processes.`
        : 'The node runs Windows: this profile gives an ordinary container, which sees no files and processes of the node.',
    ],
    warnings: profileWarnings(request.profile),
  };
}
