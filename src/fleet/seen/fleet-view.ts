import type { EarlyEnd } from '../../audit/rows/row-not-run.ts';
import type { RunSummary } from '../../audit/rows/run-results.ts';
import type { Pod } from '../../pod/types.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { FleetCounts, WorkerCounts } from '../worker-counts.ts';
import type { JobView } from './job-view.ts';
import { obstacleOfPod, obstacleOfTrouble, type Obstacle } from './obstacles.ts';
import { livePods } from './worker-pods.ts';

/** All that a follower knows of a run beside its rows. */
export interface FleetView {
  readonly run: FleetRun;
  /** How many workers there are. */
  readonly workers: number;
  readonly job: JobView;
  readonly counts: FleetCounts;
  /** Whether the counts are gone, and with them all that the run has written. */
  readonly isRemoved: boolean;
  /** Of the Job; none if the user may not see them. */
  readonly pods: readonly Pod[];
  /** Why the Job cannot create pods, as it said last. */
  readonly refused: Obstacle | undefined;
}

/** What keeps a worker from starting. */
export interface HeldWorker {
  readonly worker: number;
  /** Its pod; undefined if the cluster refuses it. */
  readonly pod: Pod | undefined;
  readonly obstacle: Obstacle;
}

/** The indexes of the workers. */
function workersOf({ workers }: Pick<FleetView, 'workers'>): readonly number[] {
  return Array.from({ length: workers }, (_, index) => index);
}

/** Whether a worker will write no more rows, as far as it or its Job has said. */
function hasEnded({ counts, job }: FleetView, worker: number): boolean {
  if (counts.workers.get(worker)?.end !== undefined || job.kind === 'gone') return true;
  return job.end !== undefined || job.completed.has(worker) || job.failed.has(worker);
}

/** The workers that have not ended. */
function goingWorkers(view: FleetView): readonly number[] {
  return workersOf(view).filter((worker) => !hasEnded(view, worker));
}

/** The workers that cannot start or work, and why. */
export function heldWorkers(view: FleetView): readonly HeldWorker[] {
  if (view.job.kind === 'there' && view.job.isSuspended) return [];
  const live = livePods(view.pods);
  return goingWorkers(view).flatMap((worker) => {
    const pod = live.get(worker);
    const { trouble } = view.counts.workers.get(worker) ?? {};
    const kept = pod === undefined ? view.refused : obstacleOfPod(pod);
    const obstacle = trouble === undefined ? kept : obstacleOfTrouble(trouble);
    return obstacle === undefined ? [] : [{ worker, pod, obstacle }];
  });
}

/** Whether any worker has tried anything, so that containers may have been added. */
export function hasBegunWork({ counts }: Pick<FleetView, 'counts'>): boolean {
  return sumOf(counts, ({ running, tries, done, ran }) => running + tries + done + ran) > 0;
}

/**
 * Whether a run goes on. `leaving`: its Job was deleted, and what its workers had written may still come. `stuck`: the workers
 * that have not ended cannot start or work; wait so long for that to pass.
 */
export type RunState =
  | { readonly kind: 'going' | 'leaving' }
  | { readonly kind: 'stuck'; readonly patienceMs: number }
  | { readonly kind: 'ended' };

/** Judges whether a run goes on. */
export function judgeRun(view: FleetView): RunState {
  const going = goingWorkers(view);
  if (going.length === 0) return isLeaving(view) ? { kind: 'leaving' } : { kind: 'ended' };
  if (view.counts.wish !== 'go-on' && !going.some((worker) => mayStillWrite(view, worker)))
    return { kind: 'ended' };
  const held = heldWorkers(view);
  if (held.length < going.length) return { kind: 'going' };
  return { kind: 'stuck', patienceMs: Math.max(...held.map(({ obstacle }) => obstacle.patienceMs)) };
}

/** Who follows a run to its end removes it, and another follower then hears of the Job first. */
function isLeaving(view: FleetView): boolean {
  const { counts, job, isRemoved } = view;
  const haveAllEnded = workersOf(view).every((worker) => counts.workers.get(worker)?.end !== undefined);
  return job.kind === 'gone' && !isRemoved && !haveAllEnded;
}

/** Of a run that was asked to stop: whether a worker has a container that runs, or has begun and is being started again. */
function mayStillWrite({ counts, pods }: FleetView, worker: number): boolean {
  if (counts.workers.has(worker)) return true;
  return livePods(pods).get(worker)?.status?.phase === 'Running';
}

/** The sum of one count of all workers. */
export function sumOf(counts: FleetCounts, of: (worker: WorkerCounts) => number): number {
  return [...counts.workers.values()].reduce((sum, worker) => sum + of(worker), 0);
}

const WORST_FIRST: readonly EarlyEnd[] = ['interrupted', 'canary', 'failures'];

/** How a run as a whole has ended, from the ends of its workers. */
export function endOfRun(view: Pick<FleetView, 'counts' | 'job' | 'workers'>): RunSummary['end'] {
  const { counts, job } = view;
  if (counts.wish !== 'go-on') return 'interrupted';
  const ends = workersOf(view).map((worker) => counts.workers.get(worker)?.end);
  // Who follows a run to its end removes its Job, so that one may be gone after all workers have ended.
  if (job.kind === 'gone' && ends.includes(undefined)) return 'interrupted';
  return WORST_FIRST.find((each) => ends.includes(each)) ?? 'complete';
}
