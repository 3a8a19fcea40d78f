import type { ContainerFields, Pod, SecurityContext } from '../../pod/types.ts';

function asksForPower(securityContext: SecurityContext | undefined): boolean {
  const { privileged = false, capabilities } = securityContext ?? {};
  return privileged || (capabilities?.add ?? []).length > 0;
}

/**
 * kubectl's warning, in its words, about capabilities for a container that does not run as root: the kernel gives them
 * to root only. See https://github.com/kubernetes/kubectl/issues/1650
 */
export function nonRootWarnings(pod: Pod, container: ContainerFields): readonly string[] {
  const podUser = pod.spec.securityContext?.runAsUser ?? 0;
  const runsAsRoot = podUser === 0 || container.securityContext?.runAsUser === 0;
  if (runsAsRoot || !asksForPower(container.securityContext)) return [];
  return [
    'Non-root user is configured for the entire target Pod, and some capabilities granted by debug profile may not work. Please consider using "--custom" with a custom profile that specifies "securityContext.runAsUser: 0".',
  ];
}
