import type { PodClues } from '../../pod/explain/pod-clues.ts';
import type { Pod } from '../../pod/types.ts';

/** The type of a watch event. */
export type PodEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** A pod to show. */
export interface ShownPod {
  readonly pod: Pod;
  /** Present with `--output-watch-events`. */
  readonly event?: PodEvent;
  /** What else explains the pod; present with `--explain`. */
  readonly clues?: PodClues;
}

/** Adds the type that items of a list lack, as kubectl does. */
function typedPod(pod: Pod): Pod {
  return { apiVersion: 'v1', kind: 'Pod', ...pod };
}

/** The object that formats other than the table show: the pod, or the event with the pod. */
export function shownObject({ pod, event }: ShownPod): object {
  return event === undefined ? typedPod(pod) : { type: event, object: typedPod(pod) };
}
