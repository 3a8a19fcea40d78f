import type { SecurityContext } from '../types.ts';

/** Whether a container has a capability: by name, by ALL, or because it is privileged. */
export function hasCapability(
  { privileged = false, capabilities }: SecurityContext = {},
  capability: string,
): boolean {
  return privileged || (capabilities?.add ?? []).some((name) => name === capability || name === 'ALL');
}

/** Whether root with this security context may look into the processes of others (ptrace(2)). */
export function canTrace(securityContext: SecurityContext | undefined): boolean {
  return hasCapability(securityContext, 'SYS_PTRACE');
}
