import type { RunRow } from './run-row.ts';

/** What is known of an audit when it begins. */
export interface RunStart {
  /** For `--resume`. */
  readonly runId: string;
  /** How many rows there will be. */
  readonly total: number;
  readonly command: readonly string[];
  readonly image: string;
  /** `--reason`. */
  readonly reason?: string;
  readonly startedAt: Date;
  /** `--contexts`: those that fit. */
  readonly contexts?: readonly string[];
  /** `--shard`; undefined for a whole audit. */
  readonly shard: { readonly index: number; readonly count: number } | undefined;
}

/** What is known of an audit when it ends. */
export interface RunSummary extends RunStart {
  readonly finishedAt: Date;
  /** `canary`: the first container did not start. `failures`: --max-failures was reached. Both stop new work. */
  readonly end: 'complete' | 'canary' | 'failures' | 'interrupted';
}

/** What is known to be done elsewhere, also if its rows have not come yet. */
export interface DoneElsewhere {
  readonly done: number;
  /** How many of these could not be audited. */
  readonly failed: number;
}

interface RunVerdict {
  /** How many commands ran and did not answer as expected; without `--expect-exit`, did not exit with 0. */
  readonly unmet: number;
}

/**
 * Takes the rows of an audit and shows them. The audit calls `begin` once, then `progress` and `accept` in any order, and
 * `finish` once, also after an interrupt. It passes one row at a time, in the order in which they end, and awaits
 * `accept`, so that a slow reader of stdout slows the audit down instead of filling memory.
 */
export interface RunResults {
  readonly begin: (start: RunStart) => void;
  /** `running`: how many commands run. */
  readonly progress: (running: number, elsewhere?: DoneElsewhere) => void;
  /** Takes the progress off the screen, as for a question, until the returned function is called. */
  readonly pauseProgress: () => () => void;
  readonly accept: (row: RunRow) => Promise<void>;
  readonly finish: (summary: RunSummary) => Promise<RunVerdict>;
  /** Releases resources. The audit always calls it, after `finish` or without. */
  readonly close: () => Promise<void>;
}
