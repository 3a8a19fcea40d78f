import { isFinal } from './is-final.ts';
import type { RunSummary } from './run-results.ts';
import type { RunOutcome, RunRow } from './run-row.ts';

/** How the rows of a run turned out, in numbers. */
export interface RunTotals {
  readonly end: RunSummary['end'];
  readonly outcomes: ReadonlyMap<RunOutcome, number>;
  /** Whether a later `--resume` has something to do. */
  readonly isUnfinished: boolean;
}

/** Counts rows as they are shown. */
export interface OutcomeCounter {
  readonly count: (row: RunRow) => void;
  readonly result: (end: RunTotals['end']) => RunTotals;
}

/** Starts to count, at nothing. */
export function countOutcomes(): OutcomeCounter {
  const outcomes = new Map<RunOutcome, number>();
  let isUnfinished = false;
  return {
    count: ({ outcome }) => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      isUnfinished ||= !isFinal(outcome);
    },
    result: (end) => ({ end, outcomes, isUnfinished }),
  };
}
