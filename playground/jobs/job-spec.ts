import { isJsonObject, type JsonObject, listAt, textAt, valueAt } from '../json.ts';
import type { PlainObject } from '../store/objects.ts';

/** The part of a Job that its controller reads. */
export interface JobSpec {
  readonly isIndexed: boolean;
  readonly isSuspended: boolean;
  readonly parallelism: number;
  /** undefined: one success is enough. */
  readonly completions: number | undefined;
  readonly backoffLimit: number;
  readonly backoffLimitPerIndex: number | undefined;
  readonly maxFailedIndexes: number | undefined;
  readonly deadlineSeconds: number | undefined;
  readonly lifetimeSeconds: number | undefined;
  readonly failureRules: readonly FailureRule[];
  readonly template: JsonObject;
}

/** A rule of `podFailurePolicy`. */
export interface FailureRule {
  readonly action: string;
  readonly onExitCodes: { readonly operator: string; readonly values: readonly unknown[] } | undefined;
  /** The types of conditions of which the pod has one. */
  readonly onConditions: readonly string[];
}

/** Reads the spec of a Job with defaults. */
export function readJobSpec(job: PlainObject): JobSpec {
  const number = (field: string): number | undefined => {
    const value = valueAt(job, `spec.${field}`);
    return typeof value === 'number' ? value : undefined;
  };
  const template = valueAt(job, 'spec.template');
  return {
    isIndexed: textAt(job, 'spec.completionMode') === 'Indexed',
    isSuspended: valueAt(job, 'spec.suspend') === true,
    parallelism: number('parallelism') ?? 1,
    completions: number('completions'),
    backoffLimit: number('backoffLimit') ?? 6,
    backoffLimitPerIndex: number('backoffLimitPerIndex'),
    maxFailedIndexes: number('maxFailedIndexes'),
    deadlineSeconds: number('activeDeadlineSeconds'),
    lifetimeSeconds: number('ttlSecondsAfterFinished'),
    failureRules: listAt(job, 'spec.podFailurePolicy.rules').map(readRule),
    template: isJsonObject(template) ? template : {},
  };
}

function readRule(rule: JsonObject): FailureRule {
  const codes = rule['onExitCodes'];
  const values = valueAt(codes, 'values');
  return {
    action: textAt(rule, 'action'),
    onExitCodes: isJsonObject(codes)
      ? { operator: textAt(codes, 'operator'), values: Array.isArray(values) ? values : [] }
      : undefined,
    onConditions: listAt(rule, 'onPodConditions').map((condition) => textAt(condition, 'type')),
  };
}

/** Whether a Job has ended, well or not. */
export function hasJobEnded(job: PlainObject): boolean {
  return listAt(job, 'status.conditions').some(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  );
}
