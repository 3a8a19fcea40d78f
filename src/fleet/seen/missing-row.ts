import { rowNotRun, WHY_NOT_RUN } from '../../audit/rows/row-not-run.ts';
import { rowWithoutRun } from '../../audit/rows/run-item.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import { fleetName } from '../fleet-run.ts';
import { endOfRun, heldWorkers, type FleetView } from './fleet-view.ts';
import type { PlannedItem } from './followed-plan.ts';
import { lastEndOf } from './worker-pods.ts';

/** The row of an item that has none when its run has ended. */
export function rowOfMissing(view: FleetView, { item, worker }: PlannedItem): RunRow {
  const isDone = view.counts.workers.get(worker)?.end === 'complete';
  if (view.job.kind !== 'gone' || !isDone) return rowNotRun(item, whyNotRun(view, worker));
  const message = `${fleetName(view.run.runId)} was removed before its result was read here; whoever followed it to its end has it`;
  return rowWithoutRun(item, { outcome: 'unknown', reason: { kind: '', message, hint: '' } });
}

/** Why an item of a worker has no row. Text of the cluster, not safe to print yet. */
function whyNotRun(view: FleetView, worker: number): string {
  const { job, counts, run } = view;
  const end = endOfRun(view);
  if (counts.wish !== 'go-on') return WHY_NOT_RUN.interrupted;
  if (job.kind === 'gone') return `the Job ${fleetName(run.runId)} was deleted before this pod was audited`;
  const own = whyWorkerFailed(view, worker);
  if (own !== undefined) return own;
  if (end !== 'complete') return WHY_NOT_RUN[end];
  return job.end?.hasFailed === true && job.end.why !== ''
    ? `the Job ${fleetName(run.runId)} has failed: ${job.end.why}`
    : `worker ${worker} has ended without a result for this pod`;
}

/** Why a worker that has no end of its own did not do its work; undefined if it did. */
function whyWorkerFailed(view: FleetView, worker: number): string | undefined {
  const { counts, job, pods } = view;
  const { end, trouble } = counts.workers.get(worker) ?? {};
  if (end !== undefined) return undefined;
  const held = heldWorkers(view).find((each) => each.worker === worker);
  if (held !== undefined) return `worker ${worker} could not ${held.obstacle.from}: ${held.obstacle.why}`;
  const why = trouble ?? lastEndOf(worker, pods);
  const hasFailed = job.kind === 'there' && (job.failed.has(worker) || job.end?.hasFailed === true);
  if (!hasFailed) return undefined;
  return `worker ${worker} has failed${why === undefined ? '' : `: ${why}`}`;
}
