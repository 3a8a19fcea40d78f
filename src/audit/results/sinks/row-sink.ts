import type { RunResults, RunStart, RunSummary } from '../../rows/run-results.ts';
import type { RunRow } from '../../rows/run-row.ts';
import type { Verdict } from '../fold/expectation.ts';
import type { FoldedRow } from '../fold/fold-group.ts';

/** A row with its verdict. */
export interface JudgedRow {
  readonly row: RunRow;
  readonly verdict: Verdict;
  /** The row without its output, which may be kept in memory. */
  readonly folded: FoldedRow;
}

/** One way to show rows. A sink has only the methods that it needs. */
export interface RowSink {
  readonly begin?: (start: RunStart) => void;
  readonly progress?: RunResults['progress'];
  readonly pauseProgress?: RunResults['pauseProgress'];
  readonly accept?: (row: JudgedRow) => Promise<void> | void;
  readonly finish?: (summary: RunSummary, tally: Tally) => Promise<void> | void;
  /** Releases resources, also if `finish` was not called. */
  readonly close?: () => Promise<void> | void;
}

/** How many rows have each verdict. */
export type Tally = Readonly<Record<Verdict['kind'], number>>;

export const NO_ROWS: Tally = { passed: 0, unmet: 0, failed: 0, skipped: 0 };
