import type { RunTotals } from '../../../audit/rows/count-outcomes.ts';
import type { RunOutcome } from '../../../audit/rows/run-row.ts';

/** Which end of one context is that of the whole audit: the first of these that a context has. */
const ENDS = ['interrupted', 'failures', 'canary'] as const satisfies readonly RunTotals['end'][];

/** The totals of an audit from those of its contexts. */
export function mergeTotals(all: readonly RunTotals[]): RunTotals {
  const outcomes = new Map<RunOutcome, number>();
  for (const totals of all)
    for (const [outcome, count] of totals.outcomes)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  return {
    end: ENDS.find((end) => all.some((totals) => totals.end === end)) ?? 'complete',
    outcomes,
    isUnfinished: all.some(({ isUnfinished }) => isUnfinished),
  };
}
