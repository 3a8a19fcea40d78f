import type { PodClues } from '../../pod/explain/pod-clues.ts';
import type { Pod } from '../../pod/types.ts';

/** What happened to a pod, as the API's watch calls it. */
export type PodEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** A pod to show; with what happened to it where that is to be seen (`--output-watch-events`). */
export interface ShownPod {
  readonly pod: Pod;
  readonly event?: PodEvent;
  /** What tells of it beside the pod, where that is to be explained. */
  readonly clues?: PodClues;
}

/** Items of a list come without the type that a single object has; kubectl adds it. */
export function typedPod(pod: Pod): Pod {
  return { apiVersion: 'v1', kind: 'Pod', ...pod };
}

/** What formats other than the table show: the pod, or the event with the pod in it. */
export function shownObject({ pod, event }: ShownPod): object {
  return event === undefined ? typedPod(pod) : { type: event, object: typedPod(pod) };
}
