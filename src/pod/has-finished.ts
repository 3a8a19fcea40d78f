import type { Pod } from './types.ts';

/**
 * Whether all containers of the pod have ended and none will be restarted.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase
 */
export function hasFinished({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}
