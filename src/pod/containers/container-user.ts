import { findContainer } from './containers.ts';
import type { ContainerFields, Pod } from '../types.ts';

/** Numbers of a user and, where that is known, of a group. */
export interface UserIds {
  readonly user: number;
  readonly group?: number;
}

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
 * Whom the container of this name runs as, by its spec, else by the status where the runtime tells; undefined when only
 * its image knows the user.
 */
export function findUserIds(pod: Pod, name: string): UserIds | undefined {
  const container = findContainer(pod, name);
  if (container === undefined) return undefined;
  const { spec, status } = container;
  const told = status?.user?.linux;
  const user = specifiedUser(pod, spec) ?? told?.uid;
  if (user === undefined) return undefined;
  const group = specifiedGroup(pod, spec) ?? told?.gid;
  return { user, ...(group !== undefined && { group }) };
}

/** The uid of `findUserIds`. */
export function findUser(pod: Pod, name: string): number | undefined {
  return findUserIds(pod, name)?.user;
}

/** As `--run-as-user` reads them: `UID` or `UID:GID`. */
export function describeIds({ user, group }: UserIds): string {
  return group === undefined ? String(user) : `${user}:${group}`;
}
