import { findContainer } from './containers.ts';
import type { ContainerFields, Pod } from '../types.ts';

/** The uid of a process, and its gid if known. */
export interface UserIds {
  readonly user: number;
  readonly group?: number;
}

/** The uid that the spec sets for a container; undefined when the image decides. */
export function specifiedUser(
  pod: Pod,
  { securityContext }: Pick<ContainerFields, 'securityContext'>,
): number | undefined {
  return securityContext?.runAsUser ?? pod.spec.securityContext?.runAsUser;
}

/** The gid that the spec sets for a container; undefined when the image decides. */
export function specifiedGroup(
  pod: Pod,
  { securityContext }: Pick<ContainerFields, 'securityContext'>,
): number | undefined {
  return securityContext?.runAsGroup ?? pod.spec.securityContext?.runAsGroup;
}

/** Whether the spec forbids a container to run as root. The kubelet then refuses an image that runs as root. */
export function forbidsRoot(
  pod: Pod,
  { securityContext }: Pick<ContainerFields, 'securityContext'>,
): boolean {
  return securityContext?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot ?? false;
}

/**
 * The user of the container of this name: by its spec, else by its status if the runtime reports it; undefined when
 * only the image knows.
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

/** `UID` or `UID:GID`, as `--run-as-user` takes them. */
export function describeIds({ user, group }: UserIds): string {
  return group === undefined ? String(user) : `${user}:${group}`;
}
