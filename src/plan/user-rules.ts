import { refusalError } from '../errors/refusals/refusals.ts';
import { findUser, forbidsRoot, specifiedUser } from '../pod/container-user.ts';
import { describePod } from '../pod/pod-ref.ts';
import type { ContainerFields, Pod, SecurityContext } from '../pod/types.ts';

/**
 * Throws `run-as-root` for a container that shall run as root and must not: the kubelet would refuse to start it, and
 * an ephemeral container can never be removed.
 */
export function refuseForbiddenRoot(pod: Pod, container: ContainerFields): void {
  if (specifiedUser(pod, container) !== 0 || !forbidsRoot(pod, container)) return;
  throw refusalError(`cannot debug ${describePod(pod)}`, 'root-forbidden', {});
}

/** Whether root with this security context may look into the processes of others. */
export function canTrace({ privileged = false, capabilities }: SecurityContext = {}): boolean {
  return privileged || (capabilities?.add ?? []).some((name) => name === 'SYS_PTRACE' || name === 'ALL');
}

/**
 * What to say when the debug container will see the processes of its target, but not their files and variables: the
 * kernel opens /proc/PID/root, environ and exe to a process of the same user, or to root with SYS_PTRACE, which does
 * nothing for anybody else. An image without a user of its own runs as root; most debug images do.
 */
export function accessWarnings(
  pod: Pod,
  container: ContainerFields,
  target: string | undefined,
): readonly string[] {
  const theirs = target === undefined ? undefined : findUser(pod, target);
  if (theirs === undefined) return [];
  const ours = specifiedUser(pod, container) ?? 0;
  if (ours === theirs || (ours === 0 && canTrace(container.securityContext))) return [];
  return [
    `the files of container "${target ?? ''}" (/proc/1/root) will be denied: it runs as uid ${theirs}, the debug container as uid ${ours}${ours === 0 ? ' without SYS_PTRACE' : ''}; --run-as-user=target gives access`,
  ];
}
