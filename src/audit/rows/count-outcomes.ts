import { isFinal } from './is-final.ts';
import type { RunSummary } from './run-results.ts';
import type { RunOutcome, RunRow } from './run-row.ts';

/** The outcomes of all rows of an audit. */
export interface RunTotals {
  readonly end: RunSummary['end'];
  readonly outcomes: ReadonlyMap<RunOutcome, number>;
  /** Whether `--resume` has something left to do. */
  readonly isUnfinished: boolean;
}

interface OutcomeCounter {
  readonly count: (row: RunRow) => void;
  readonly result: (end: RunTotals['end']) => RunTotals;
}

/** Counts the outcomes of rows while they are shown. */
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
