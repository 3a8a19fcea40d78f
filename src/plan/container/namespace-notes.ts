import { hasCapability } from '../../pod/containers/container-capabilities.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';
import type { DebugRequest } from '../request/debug-request.ts';

function nsenterNotes({ command }: DebugRequest, { securityContext }: ContainerFields): readonly string[] {
  if (!/(?:^|\/)nsenter$/.test(command[0] ?? '')) return [];
  if (hasCapability(securityContext, 'SYS_ADMIN')) return [];
  return ['nsenter needs SYS_ADMIN, which this profile does not give; --profile=sysadmin does.'];
}

/** Only for a person at a terminal. With `--rootfs` the container itself says it, with the process of the target. */
function sharedNotes({ spec }: Pod, { tty, rootfs }: DebugRequest): readonly string[] {
  if (spec.shareProcessNamespace !== true || !tty || rootfs === 'said') return [];
  return [
    'The pod shares its process IDs: process 1 is its pause process, which kill 1 would end with all containers.',
  ];
}

/** Notes about the namespaces of the container: what process 1 is, and what nsenter needs. */
export function namespaceNotes(
  pod: Pod,
  request: DebugRequest,
  container: ContainerFields,
): readonly string[] {
  return [...sharedNotes(pod, request), ...nsenterNotes(request, container)];
}
