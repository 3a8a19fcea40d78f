import type { FleetRun } from '../fleet-run.ts';
import type { FollowedPlan } from '../seen/followed-plan.ts';
import type { Job } from '../seen/job-view.ts';

/** A run that is followed. */
export interface FollowedRun {
  readonly run: FleetRun;
  readonly plan: FollowedPlan;
  /** As it was read when the following began. */
  readonly job: Job;
}
