import { METADATA, TIMED_CONDITIONS } from '../../cluster/objects/object-shapes.ts';
import type { Shape } from '../../cluster/objects/normalize-object.ts';
import { findCondition } from '../../pod/conditions.ts';
import type { ObjectMeta } from '../../pod/types.ts';
import { parseIndexList } from './index-list.ts';

/** The fields of a Job that a follower reads. */
export interface Job {
  readonly metadata: ObjectMeta;
  readonly spec?: { readonly completions?: number; readonly suspend?: boolean };
  readonly status?: {
    readonly completionTime?: string | null;
    readonly completedIndexes?: string;
    readonly failedIndexes?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
      readonly lastTransitionTime?: string | null;
    }[];
  };
}

/** The shape of a Job. */
export const JOB: Shape = {
  fields: {
    metadata: METADATA,
    spec: { fields: { completions: 'number', suspend: 'flag' } },
    status: {
      fields: {
        completionTime: 'time',
        completedIndexes: 'text',
        failedIndexes: 'text',
        conditions: TIMED_CONDITIONS,
      },
    },
  },
  needs: ['metadata'],
};

/** How far a Job is. Texts come from the cluster and are not safe to print yet. */
export type JobView =
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'there';
      /** Whether its workers have not been let go yet. */
      readonly isSuspended: boolean;
      /** The indexes of workers that have succeeded. */
      readonly completed: ReadonlySet<number>;
      /** The indexes of workers that have failed for good. */
      readonly failed: ReadonlySet<number>;
      /** undefined while the Job goes on. */
      readonly end: JobEnd | undefined;
    };

interface JobEnd {
  readonly hasFailed: boolean;
  /** Why it has failed; may be empty. */
  readonly why: string;
  readonly at: Date | undefined;
}

/** The view of a Job that does not exist any more. */
export const GONE: JobView = { kind: 'gone' };

/** Reads how far a Job is. One that is being deleted is gone: its workers are being killed. */
export function viewJob(job: Job): JobView {
  if (job.metadata.deletionTimestamp !== undefined) return GONE;
  const { status = {}, spec = {} } = job;
  return {
    kind: 'there',
    isSuspended: spec.suspend === true,
    completed: parseIndexList(status.completedIndexes),
    failed: parseIndexList(status.failedIndexes),
    end: endOf(job),
  };
}

/** While pods still end, the Job has only `FailureTarget` or `SuccessCriteriaMet`, so it goes on. */
function endOf(job: Job): JobEnd | undefined {
  const ends = ['Complete', 'Failed'] as const;
  const found = ends
    .map((type) => findCondition(job, type))
    .find((condition) => condition?.status === 'True');
  if (found === undefined) return undefined;
  const { type, reason = '', message = '', lastTransitionTime } = found;
  const at = job.status?.completionTime ?? lastTransitionTime;
  return {
    hasFailed: type === 'Failed',
    why: [reason, message].filter((text) => text !== '').join(': '),
    at: typeof at === 'string' ? new Date(at) : undefined,
  };
}
