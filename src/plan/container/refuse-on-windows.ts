import { CliError } from '../../errors/cli-error.ts';
import { refusalError } from '../../errors/refusals/refusals.ts';
import { readMaxLife } from '../../pod/containers/keeper.ts';
import { isWindowsSpec } from '../../pod/pod-os.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { ContainerFields, Pod, SecurityContext } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { imageFlag } from '../request/image-flag.ts';

/** Fields that the API server refuses in a pod with `spec.os.name: windows`. */
const LINUX_ONLY = [
  'capabilities',
  'privileged',
  'allowPrivilegeEscalation',
  'seccompProfile',
  'runAsUser',
  'runAsGroup',
] as const satisfies readonly (keyof SecurityContext)[];

/** The first field of a container that no container on Windows can have; undefined without one. */
export function linuxField({ securityContext }: ContainerFields): string | undefined {
  return LINUX_ONLY.find((name) => securityContext?.[name] !== undefined);
}

/** Whether the pod runs Windows: its spec says so, or the node has said so to whoever made the request. */
function isOnWindows(pod: Pod, { os }: Pick<DebugRequest, 'os'>): boolean {
  return os === 'windows' || isWindowsSpec(pod);
}

interface LinuxFeature {
  readonly isAsked: (request: DebugRequest) => boolean;
  readonly why: string;
  readonly hint: string;
}

/** What a debug container on Windows cannot do, in the order in which it is refused. */
const LINUX_FEATURES: readonly LinuxFeature[] = [
  {
    isAsked: ({ command }) => readMaxLife({ name: '', command }) !== undefined,
    why: 'where --via=exec, cp and the inside of a snapshot do not work: they need sh',
    hint: 'run one command: kubectl-debug POD -- cmd /c COMMAND; or use the tools of the container itself: kubectl exec, kubectl cp',
  },
  {
    isAsked: ({ rootfs }) => rootfs !== undefined,
    why: 'where a debug container never sees the files of another container',
    hint: 'leave out --rootfs; to run a command in the container itself: kubectl exec',
  },
  {
    isAsked: ({ target }) => target !== undefined,
    why: 'where a debug container never sees the processes of another container',
    hint: 'leave out --target; to see all processes of its node: kubectl-debug node/NODE',
  },
];

/** Throws `invalid` for a request that needs Linux. `what` runs Windows. */
export function refuseLinuxFeatures(what: string, request: DebugRequest): void {
  const feature = LINUX_FEATURES.find(({ isAsked }) => isAsked(request));
  if (feature === undefined) return;
  throw new CliError('invalid', `cannot debug ${what}: it runs Windows, ${feature.why}`, {
    hint: feature.hint,
  });
}

/**
 * The request for a Windows pod: without an envelope, as there is no POSIX shell to run it, and with the one profile whose
 * container Windows can run, unless the user named one. Throws `invalid` for what needs Linux.
 */
export function fitToWindows<Request extends DebugRequest>(pod: Pod, request: Request): Request {
  if (!isOnWindows(pod, request)) return request;
  refuseLinuxFeatures(describePod(pod), request);
  const profile = request.adaptsProfile === true ? 'baseline' : request.profile;
  return { ...request, os: 'windows', envelope: undefined, profile, adaptsProfile: false };
}

/**
 * Throws `invalid` for a container that a Windows pod cannot have.
 * See https://kubernetes.io/docs/concepts/windows/intro/#compatibility-v1-pod-spec-containers-securitycontext
 */
export function refuseOnWindows(
  pod: Pod,
  container: ContainerFields,
  request: Pick<DebugRequest, 'os'>,
): void {
  if (!isOnWindows(pod, request)) return;
  const field = linuxField(container);
  if (field === undefined) return;
  const { namespace, name } = podRef(pod);
  const facts = { pod: name, namespace, field, image: imageFlag(container.image) };
  throw refusalError(`cannot debug ${describePod(pod)}`, 'windows-pod', facts);
}

/** What is different on Windows, for whoever expects in a session what a debug container on Linux has. */
export function windowsNotes(pod: Pod, { os, attach }: DebugRequest): readonly string[] {
  if (os !== 'windows' || !attach) return [];
  return [
    `${describePod(pod)} runs Windows: the debug container shares its network, and sees no processes and files of other containers; output is not proven to be complete.`,
  ];
}
