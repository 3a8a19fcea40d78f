import { refusalError } from '../../errors/refusals/refusals.ts';
import type { ContainerFields, Pod, SecurityContext } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';
import { imageFlag } from '../request/image-flag.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';

/** Fields that the API server refuses in a pod with `spec.os.name: windows`. */
const LINUX_ONLY = [
  'capabilities',
  'privileged',
  'allowPrivilegeEscalation',
  'seccompProfile',
  'runAsUser',
  'runAsGroup',
] as const satisfies readonly (keyof SecurityContext)[];

/** Whether the spec of the pod names Windows. */
function isWindows({ spec }: Pod): boolean {
  return spec.os?.name === 'windows';
}

/** The request without its envelope for a Windows pod, which has no POSIX shell to run it. */
export function withoutEnvelopeOnWindows<Request extends DebugRequest>(pod: Pod, request: Request): Request {
  return isWindows(pod) ? { ...request, envelope: undefined } : request;
}

/**
 * Throws `invalid` for a container that a Windows pod cannot have.
 * See https://kubernetes.io/docs/concepts/windows/intro/#compatibility-v1-pod-spec-containers-securitycontext
 */
export function refuseOnWindows(pod: Pod, container: ContainerFields): void {
  if (!isWindows(pod)) return;
  const field = LINUX_ONLY.find((name) => container.securityContext?.[name] !== undefined);
  if (field === undefined) return;
  const { namespace, name } = podRef(pod);
  const facts = { pod: name, namespace, field, image: imageFlag(container.image) };
  throw refusalError(`cannot debug ${describePod(pod)}`, 'windows-pod', facts);
}
