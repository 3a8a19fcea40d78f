import type { RunRow } from './run-row.ts';

/** An audit that is about to begin. */
export interface RunStart {
  /** Names the run: `--resume` takes it. */
  readonly runId: string;
  /** How many rows there will be. */
  readonly total: number;
  readonly command: readonly string[];
  readonly image: string;
  readonly startedAt: Date;
  /** `--shard`; undefined for a whole run. */
  readonly shard: { readonly index: number; readonly count: number } | undefined;
}

/** How an audit ended. */
export interface RunSummary extends RunStart {
  readonly finishedAt: Date;
  /** `canary`: the first container did not start. `failures`: --max-failures was reached. Both stop new work. */
  readonly end: 'complete' | 'canary' | 'failures' | 'interrupted';
}

/** What the rows come to. */
export interface RunVerdict {
  /** Rows of commands that ran and did not answer as expected: without an expectation, a code other than 0. */
  readonly unmet: number;
}

/**
 * Where the engine hands its rows to. The engine calls `begin` once, then `progress` and `accept` in any order, and
 * `finish` once, also after an interrupt; it awaits `accept`, so that a slow reader of stdout slows the audit down
 * instead of filling memory. Rows come in the order in which they end, one at a time.
 */
export interface RunResults {
  readonly begin: (start: RunStart) => void;
  /** How many commands are under way. */
  readonly progress: (running: number) => void;
  readonly accept: (row: RunRow) => Promise<void>;
  readonly finish: (summary: RunSummary) => Promise<RunVerdict>;
  /** Releases what is held; called on every way out, `finish` or not. */
  readonly close: () => Promise<void>;
}
