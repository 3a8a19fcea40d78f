import { CliError } from '../errors/cli-error.ts';
import type { ContainerFields, Pod, SecurityContext } from '../pod/types.ts';
import { describePod } from '../pod/pod-ref.ts';

/** Fields that the API server refuses in a pod with `spec.os.name: windows`. */
const LINUX_ONLY = [
  'capabilities',
  'privileged',
  'allowPrivilegeEscalation',
  'seccompProfile',
  'runAsUser',
  'runAsGroup',
] as const satisfies readonly (keyof SecurityContext)[];

/**
 * Throws `invalid` for a container that a Windows pod cannot have.
 * See https://kubernetes.io/docs/concepts/windows/intro/#compatibility-v1-pod-spec-containers-securitycontext
 */
export function refuseOnWindows(pod: Pod, container: ContainerFields): void {
  if (pod.spec.os?.name !== 'windows') return;
  const field = LINUX_ONLY.find((name) => container.securityContext?.[name] !== undefined);
  if (field === undefined) return;
  throw new CliError(
    'invalid',
    `cannot debug ${describePod(pod)}: it is a Windows pod, which takes no securityContext.${field}`,
    { hint: '--profile=baseline sets none of these fields' },
  );
}
