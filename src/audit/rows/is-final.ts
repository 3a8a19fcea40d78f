import type { RunOutcome } from './run-row.ts';

/** Outcomes that `--resume` may improve: nothing was added, the command still runs, or its log is still there. */
const MAY_IMPROVE: readonly RunOutcome[] = [
  'refused',
  'error',
  'incomplete',
  'unknown',
  'not-run',
  'interrupted-still-running',
];

/** Whether `--resume` leaves a run with this outcome as it is. */
export function isFinal(outcome: RunOutcome): boolean {
  return !MAY_IMPROVE.includes(outcome);
}
