import type { PodClues } from '../../pod/explain/pod-clues.ts';
import type { Pod } from '../../pod/types.ts';

/** The type of a watch event. */
export type PodEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

/** A pod to show. */
export interface ShownPod {
  readonly pod: Pod;
  /** The context of its cluster; present with `--contexts`. */
  readonly context?: string;
  /** Present with `--output-watch-events`. */
  readonly event?: PodEvent;
  /** What else explains the pod; present with `--explain`. */
  readonly clues?: PodClues;
}

/** The annotation that says of which context a pod is, so that the object stays a valid pod. */
export const CONTEXT_ANNOTATION = 'kubectl-debug/context';

/** Adds the type that items of a list lack, as kubectl does, and the context. */
function typedPod({ pod, context }: ShownPod): Pod {
  const typed = { apiVersion: 'v1', kind: 'Pod', ...pod };
  if (context === undefined) return typed;
  const annotations = { ...pod.metadata.annotations, [CONTEXT_ANNOTATION]: context };
  return { ...typed, metadata: { ...pod.metadata, annotations } };
}

/** The object that formats other than the table show: the pod, or the event with the pod. */
export function shownObject(shown: ShownPod): object {
  const pod = typedPod(shown);
  return shown.event === undefined ? pod : { type: shown.event, object: pod };
}
