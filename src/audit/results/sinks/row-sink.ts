import type { RunStart, RunSummary } from '../../rows/run-results.ts';
import type { RunRow } from '../../rows/run-row.ts';
import type { Verdict } from '../fold/expectation.ts';
import type { FoldedRow } from '../fold/fold-group.ts';

/** A row, judged and folded. */
export interface JudgedRow {
  readonly row: RunRow;
  readonly verdict: Verdict;
  /** Its part without the output, which is what may be kept in memory. */
  readonly folded: FoldedRow;
}

/** One way to show rows. The parts that a way has no use for are left out. */
export interface RowSink {
  readonly begin?: (start: RunStart) => void;
  readonly progress?: (running: number) => void;
  readonly accept?: (row: JudgedRow) => Promise<void> | void;
  readonly finish?: (summary: RunSummary, tally: Tally) => Promise<void> | void;
  /** Releases what is held; `finish` may not have been called. */
  readonly close?: () => Promise<void> | void;
}

/** How many rows came to what. */
export type Tally = Readonly<Record<Verdict['kind'], number>>;

/** No rows. */
export const NO_ROWS: Tally = { passed: 0, unmet: 0, failed: 0, skipped: 0 };
