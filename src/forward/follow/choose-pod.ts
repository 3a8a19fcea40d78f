import { isConditionTrue } from '../../pod/conditions.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { parseTime } from '../../pod/timestamp.ts';
import type { Pod } from '../../pod/types.ts';

/** Why a pod is left, as the predicate of a sentence. */
export type LeaveReason = 'is gone' | 'is being deleted' | 'has finished' | 'is not ready any more';

/** What to do with the pod that is forwarded to. */
export type Verdict =
  /** `isChanging`: it is ending, but nothing better is there yet. */
  | { readonly kind: 'stay'; readonly isChanging: boolean }
  | { readonly kind: 'leave'; readonly why: LeaveReason };

/** Whether the kubelet forwards ports of the pod, and it stays. */
function isUsable(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp === undefined && pod.status?.phase === 'Running';
}

/** Whether the pod would be in the endpoints of a service. */
export function isReadyToUse(pod: Pod): boolean {
  return isUsable(pod) && isConditionTrue(pod, 'Ready');
}

function createdAtMs({ metadata }: Pod): number {
  return parseTime(metadata.creationTimestamp)?.getTime() ?? 0;
}

/**
 * Chooses the pod to forward to: of those that are ready the newest, as a rollout ends the old ones first; undefined if none
 * is. With `acceptsUnready`, one that runs is better than none.
 */
export function choosePod(
  pods: readonly Pod[],
  { acceptsUnready }: { readonly acceptsUnready: boolean },
): Pod | undefined {
  const newestFirst = pods.toSorted((a, b) => createdAtMs(b) - createdAtMs(a));
  return newestFirst.find(isReadyToUse) ?? (acceptsUnready ? newestFirst.find(isUsable) : undefined);
}

/** What is known when a pod is judged. */
export interface Situation {
  /** The pods of the source, as last seen. */
  readonly pods: readonly Pod[];
  readonly uid: string | undefined;
  /** Whether the user named this pod: it is then left only when it ends. */
  readonly isNamed: boolean;
  /** Whether it has not been ready for long. */
  readonly isUnreadyForLong: boolean;
}

/**
 * Judges the pod that is forwarded to. One that is ending is left for another that is ready, but not for none: it may serve
 * until its end.
 */
export function judgePod({ pods, uid, isNamed, isUnreadyForLong }: Situation): Verdict {
  const pod = pods.find(({ metadata }) => metadata.uid === uid);
  if (pod === undefined) return { kind: 'leave', why: 'is gone' };
  const isEnding = pod.metadata.deletionTimestamp !== undefined;
  if (hasFinished(pod)) return { kind: 'leave', why: isEnding ? 'is gone' : 'has finished' };
  const hasOther = pods.some((other) => other !== pod && isReadyToUse(other));
  if (isEnding)
    return hasOther ? { kind: 'leave', why: 'is being deleted' } : { kind: 'stay', isChanging: true };
  if (hasOther && isUnreadyForLong && !isNamed) return { kind: 'leave', why: 'is not ready any more' };
  return { kind: 'stay', isChanging: false };
}
