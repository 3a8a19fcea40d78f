import type { Pod } from './types.ts';

/** Whether the pod has a node. */
export function isScheduled({ spec }: Pod): boolean {
  return (spec.nodeName ?? '') !== '';
}
