import { hasFinished } from '../../src/pod/has-finished.ts';
import type { Pod } from '../../src/pod/types.ts';
import { failureAction } from './failure-action.ts';
import { INDEX_LABEL } from './job-pod.ts';
import type { JobSpec } from './job-spec.ts';

/** How the pods of a Job have ended so far. A pod may be deleted later, and still counts. */
export class JobProgress {
  readonly active = new Map<string, Pod>();
  readonly completed = new Set<number>();
  readonly failedIndexes = new Set<number>();
  /** Failures that count for the limits, by index; those of a Job without indexes are at -1. */
  readonly failures = new Map<number, number>();
  succeeded = 0;
  failed = 0;
  /** A pod has failed in a way that ends the Job. */
  isRefused = false;
  private readonly counted = new Set<string>();

  /** Follows a pod of the Job; `isGone` if it was deleted. */
  see(spec: JobSpec, pod: Pod, isGone: boolean): void {
    const { uid = '', deletionTimestamp } = pod.metadata;
    if (!hasFinished(pod) && !isGone && deletionTimestamp === undefined) {
      this.active.set(uid, pod);
      return;
    }
    this.active.delete(uid);
    if (this.counted.has(uid)) return;
    this.counted.add(uid);
    this.count(spec, pod);
  }

  /** The failures of an index. */
  failuresOf(index: number): number {
    return this.failures.get(index) ?? 0;
  }

  private count(spec: JobSpec, pod: Pod): void {
    if (pod.status?.phase === 'Succeeded') this.succeed(indexOf(pod));
    // A Job that is suspended ends its pods itself.
    else if (hasFinished(pod) || !spec.isSuspended) this.fail(spec, pod);
  }

  private succeed(index: number): void {
    this.succeeded += 1;
    this.completed.add(index);
  }

  private fail(spec: JobSpec, pod: Pod): void {
    this.failed += 1;
    const index = indexOf(pod);
    const action = failureAction(pod, spec.failureRules);
    if (action === 'ignore') return;
    if (action === 'fail-job') this.isRefused = true;
    const failures = this.failuresOf(index) + 1;
    this.failures.set(index, failures);
    const limit = spec.backoffLimitPerIndex;
    const isOver = limit !== undefined && failures > limit;
    if (spec.isIndexed && (isOver || action === 'fail-index')) this.failedIndexes.add(index);
  }
}

/** The index of a pod; -1 for a Job without indexes. */
export function indexOf({ metadata }: Pod): number {
  const text = metadata.annotations?.[INDEX_LABEL] ?? metadata.labels?.[INDEX_LABEL];
  return text === undefined ? -1 : Number(text);
}
