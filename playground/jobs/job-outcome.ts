import type { JobProgress } from './job-progress.ts';
import type { JobSpec } from './job-spec.ts';

/** How a Job has ended: the reason and the message of its condition. */
export type JobOutcome =
  | { readonly kind: 'running' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** Decides whether a Job has ended; `ageSeconds` is its age since its start. */
export function jobOutcome(spec: JobSpec, progress: JobProgress, ageSeconds: number): JobOutcome {
  const problem = limitProblem(spec, progress, ageSeconds);
  if (problem !== undefined) return problem;
  const { isIndexed, completions = 1 } = spec;
  const done = isIndexed ? progress.completed.size : progress.succeeded;
  if (done >= completions) return { kind: 'complete' };
  const isOver = isIndexed && done + progress.failedIndexes.size >= completions;
  return isOver ? failed('FailedIndexes', 'Job has failed indexes') : { kind: 'running' };
}

function limitProblem(spec: JobSpec, progress: JobProgress, ageSeconds: number): JobOutcome | undefined {
  const { backoffLimit, maxFailedIndexes = Infinity, deadlineSeconds = Infinity } = spec;
  if (progress.isRefused) return failed('PodFailurePolicy', 'A pod failed as a FailJob rule says');
  if (ageSeconds >= deadlineSeconds) {
    return failed('DeadlineExceeded', 'Job was active longer than specified deadline');
  }
  const failures = [...progress.failures.values()].reduce((sum, count) => sum + count, 0);
  if (failures > backoffLimit) {
    return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  if (progress.failedIndexes.size > maxFailedIndexes) {
    return failed(
      'MaxFailedIndexesExceeded',
      'Job has exceeded the specified maximal number of failed indexes',
    );
  }
  return undefined;
}

function failed(reason: string, message: string): JobOutcome {
  return { kind: 'failed', reason, message };
}

/** Indexes as a Job's status writes them: `0-3,5`. */
export function formatIndexes(indexes: ReadonlySet<number>): string {
  const sorted = [...indexes].sort((one, other) => one - other);
  const ranges: string[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    const [first, last] = [sorted[start], sorted[end]];
    // Two neighbours are written with a comma, as a server does.
    if (first === last) ranges.push(`${first}`);
    else ranges.push(end === start + 1 ? `${first},${last}` : `${first}-${last}`);
    start = end + 1;
  }
  return ranges.join(',');
}
