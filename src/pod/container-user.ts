import { listContainers } from './containers.ts';
import type { ContainerFields, Pod } from './types.ts';

/** The uid that the API makes a container run as; undefined when its image decides. */
export function specifiedUser(
  pod: Pod,
  { securityContext }: Pick<ContainerFields, 'securityContext'>,
): number | undefined {
  return securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
}

/** The gid, in the same way. */
export function specifiedGroup(
  pod: Pod,
  { securityContext }: Pick<ContainerFields, 'securityContext'>,
): number | undefined {
  return securityContext?.runAsGroup ?? pod.spec.securityContext?.runAsGroup;
}

/** Whether the API forbids a container to run as root; the kubelet holds it against the image. */
export function forbidsRoot(
  pod: Pod,
  { securityContext }: Pick<ContainerFields, 'securityContext'>,
): boolean {
  return securityContext?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot ?? false;
}

/**
 * The uid that the container of this name runs as, by its spec, else by the status where the runtime tells; undefined
 * when only its image knows.
 */
export function findUser(pod: Pod, name: string): number | undefined {
  const container = listContainers(pod).find((candidate) => candidate.name === name);
  if (container === undefined) return undefined;
  return specifiedUser(pod, container.spec) ?? container.status?.user?.linux?.uid;
}
