import { findUser, specifiedUser } from '../../pod/containers/container-user.ts';
import { findContainer } from '../../pod/containers/containers.ts';
import type { ContainerFields, Pod, SecurityContext } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';

/** An image whose programs need no loader and no libraries. */
const STATIC_IMAGE = /(?:^|\/)busybox:(?:[\w.]+-)?musl(?:@|$)/;

/** The capabilities that our container has and theirs does not. */
function addedCapabilities(ours: SecurityContext = {}, theirs: SecurityContext = {}): readonly string[] {
  const had = theirs.capabilities?.add ?? [];
  return had.includes('ALL') ? [] : (ours.capabilities?.add ?? []).filter((name) => !had.includes(name));
}

/**
 * The rights that the debug container has and its target does not, in words. A container without a user counts as root.
 */
function moreThanTarget(pod: Pod, ours: ContainerFields, target: string): readonly string[] {
  const theirs = findContainer(pod, target)?.spec.securityContext;
  if (theirs?.privileged === true) return [];
  // Only root can use capabilities.
  if ((specifiedUser(pod, ours) ?? 0) !== 0) return [];
  return [
    ...((findUser(pod, target) ?? 0) === 0 ? [] : ['root']),
    ...addedCapabilities(ours.securityContext, theirs),
    ...(ours.securityContext?.privileged === true ? ['all of a privileged container'] : []),
  ];
}

/**
 * The warning about `--rootfs` with an image whose programs may be dynamic: in the root of the target the kernel takes
 * their loader and libraries from the target's files (execve(2), ld.so(8)), so code of the target runs with the rights
 * of the debug container. None if the target has the same rights.
 */
export function rootfsWarnings(
  pod: Pod,
  container: ContainerFields,
  { rootfs, target, image = '' }: Pick<DebugRequest, 'rootfs' | 'target' | 'image'>,
): readonly string[] {
  if (rootfs === undefined || target === undefined || STATIC_IMAGE.test(image)) return [];
  const more = moreThanTarget(pod, container, target);
  if (more.length === 0) return [];
  return [
    `--rootfs: programs of image "${image}" that are not static take their loader and libraries from container "${target}", whose code then runs with more rights than it has (${more.join(', ')}); the programs of --image=busybox:musl are static`,
  ];
}
