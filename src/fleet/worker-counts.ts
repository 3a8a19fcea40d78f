import type { RunSummary } from '../audit/rows/run-results.ts';

/** How far a worker is, as the others and the follower see it. */
export interface WorkerCounts {
  /** Commands that run now. */
  readonly running: number;
  /** Rows. */
  readonly done: number;
  /** For `--max-failures`: what was tried, and how much of that could not be audited. */
  readonly tries: number;
  readonly failures: number;
  /** For `--canary`: commands that are known to have run. */
  readonly ran: number;
  /** undefined while the worker has something to do. */
  readonly end: RunSummary['end'] | undefined;
  /** Why the worker cannot work: a right that it lacks, for example. Text of the cluster, not safe to print yet. */
  readonly trouble: string | undefined;
}

/** The counts of a worker that has not begun. */
export const NO_COUNTS: WorkerCounts = {
  running: 0,
  done: 0,
  tries: 0,
  failures: 0,
  ran: 0,
  end: undefined,
  trouble: undefined,
};

/** What the workers are asked for: `stop`, start nothing more; `end`, end what runs as well. */
export type FleetWish = 'go-on' | 'stop' | 'end';

/** The counts of a run. */
export interface FleetCounts {
  /** By the index of the worker, from 0. A worker that has not begun is missing. */
  readonly workers: ReadonlyMap<number, WorkerCounts>;
  readonly wish: FleetWish;
}
