import type { Pod } from './types.ts';

/**
 * Whether all containers of the pod have ended for good.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase
 */
export function hasFinished({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}
