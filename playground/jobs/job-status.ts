import type { JsonObject } from '../json.ts';
import { isJsonObject, listAt, textAt, valueAt } from '../json.ts';
import type { PlainObject } from '../store/objects.ts';
import { formatIndexes, type JobOutcome } from './job-outcome.ts';
import type { JobProgress } from './job-progress.ts';
import type { JobSpec } from './job-spec.ts';

interface Observation {
  readonly spec: JobSpec;
  readonly progress: JobProgress;
  readonly outcome: JobOutcome;
  /** RFC 3339. */
  readonly now: string;
}

/** The status of a Job as its controller writes it. */
export function jobStatus(job: PlainObject, { spec, progress, outcome, now }: Observation): JsonObject {
  const before = isJsonObject(job['status']) ? job['status'] : {};
  const isReady = (status: string, type: string): boolean => type === 'Ready' && status === 'True';
  const ready = [...progress.active.values()].filter(({ status }) =>
    status?.conditions?.some((condition) => isReady(condition.status, condition.type)),
  ).length;
  const started = before['startTime'] ?? now;
  const hasEnded = outcome.kind !== 'running';
  return {
    ...(spec.isSuspended && !hasEnded ? {} : { startTime: started }),
    ...(outcome.kind === 'complete' ? { completionTime: now } : {}),
    ...conditionsOf(before, { spec, outcome, now }),
    ...some('active', progress.active.size),
    ready,
    terminating: 0,
    ...some('succeeded', progress.succeeded),
    ...some('failed', progress.failed),
    ...(spec.isIndexed ? { completedIndexes: formatIndexes(progress.completed) } : {}),
    ...(spec.backoffLimitPerIndex === undefined
      ? {}
      : { failedIndexes: formatIndexes(progress.failedIndexes) }),
    uncountedTerminatedPods: {},
  };
}

/** A count is absent where it is 0. */
function some(field: string, count: number): JsonObject {
  return count === 0 ? {} : { [field]: count };
}

function conditionsOf(
  before: JsonObject,
  { spec, outcome, now }: Pick<Observation, 'spec' | 'outcome' | 'now'>,
): JsonObject {
  const earlier = listAt(before, 'conditions');
  const add = (type: string, reason: string, message: string): JsonObject => {
    const same = earlier.find((one) => one['type'] === type && one['status'] === 'True');
    return same ?? condition(type, 'True', { reason, message, now });
  };
  const wasSuspended = earlier.find(({ type }) => type === 'Suspended');
  const conditions: JsonObject[] = [];
  if (spec.isSuspended) conditions.push(add('Suspended', 'JobSuspended', 'Job suspended'));
  else if (wasSuspended !== undefined) {
    const isOld = wasSuspended['status'] === 'False';
    const resumed = { reason: 'JobResumed', message: 'Job resumed', now };
    conditions.push(isOld ? wasSuspended : condition('Suspended', 'False', resumed));
  }
  if (outcome.kind === 'complete') {
    const message = 'Reached expected number of succeeded pods';
    conditions.push(add('SuccessCriteriaMet', 'CompletionsReached', message));
    conditions.push(add('Complete', 'CompletionsReached', message));
  }
  if (outcome.kind === 'failed') {
    conditions.push(add('FailureTarget', outcome.reason, outcome.message));
    conditions.push(add('Failed', outcome.reason, outcome.message));
  }
  return conditions.length === 0 ? {} : { conditions };
}

function condition(
  type: string,
  status: 'True' | 'False',
  { reason, message, now }: { readonly reason: string; readonly message: string; readonly now: string },
): JsonObject {
  return { type, status, lastProbeTime: now, lastTransitionTime: now, reason, message };
}

/** The time of a Job's start, in milliseconds since 1970; undefined before it. */
export function startOf(job: PlainObject): number | undefined {
  const time = Date.parse(textAt(valueAt(job, 'status'), 'startTime'));
  return Number.isNaN(time) ? undefined : time;
}
