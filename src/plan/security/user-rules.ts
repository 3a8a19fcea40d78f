import { refusalError } from '../../errors/refusals/refusals.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import {
  findUserIds,
  forbidsRoot,
  specifiedGroup,
  specifiedUser,
} from '../../pod/containers/container-user.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';

/**
 * Throws `run-as-root` for a container that runs as root although the pod forbids root: the kubelet would refuse to
 * start it, and an ephemeral container cannot be removed.
 */
export function refuseForbiddenRoot(pod: Pod, container: ContainerFields): void {
  if (specifiedUser(pod, container) !== 0 || !forbidsRoot(pod, container)) return;
  throw refusalError(`cannot debug ${describePod(pod)}`, 'root-forbidden', {});
}

/**
 * The warning about a debug container that sees the processes of its target, but not their files and variables: the
 * kernel opens /proc/PID/root, environ and exe only to a process of the same user and group, or to root with SYS_PTRACE
 * (ptrace(2)). An image that names no user runs as root; most debug images do.
 */
export function accessWarnings(
  pod: Pod,
  container: ContainerFields,
  target: string | undefined,
): readonly string[] {
  const theirs = target === undefined ? undefined : findUserIds(pod, target);
  if (theirs === undefined) return [];
  const ours = { user: specifiedUser(pod, container) ?? 0, group: specifiedGroup(pod, container) };
  const isTracer = ours.user === 0 && canTrace(container.securityContext);
  const difference = differenceOf(theirs, ours);
  if (isTracer || difference === undefined) return [];
  return [
    `the files of container "${target ?? ''}" (/proc/1/root) will be denied: it runs as ${difference.theirs}, the debug container as ${difference.ours}${ours.user === 0 ? ' without SYS_PTRACE' : ''}; --run-as-user=target gives access`,
  ];
}

interface Ids {
  readonly user: number;
  readonly group?: number | undefined;
}

/** How two users differ, in words; undefined if they are the same as far as known. */
function differenceOf(
  theirs: Ids,
  ours: Ids,
): { readonly theirs: string; readonly ours: string } | undefined {
  if (theirs.user !== ours.user) return { theirs: `uid ${theirs.user}`, ours: `uid ${ours.user}` };
  const isGroupKnown = theirs.group !== undefined && ours.group !== undefined;
  if (!isGroupKnown || theirs.group === ours.group) return undefined;
  return { theirs: `gid ${theirs.group}`, ours: `gid ${ours.group}` };
}
