import type { RunOutcome } from './run-row.ts';

/** Outcomes that a later `--resume` may better: nothing was added, or what was added runs on or has its log still. */
const MAY_BE_BETTERED: readonly RunOutcome[] = [
  'refused',
  'error',
  'incomplete',
  'unknown',
  'not-run',
  'interrupted-still-running',
];

/** Whether a run with this outcome is done with for good, so that resuming it leaves it as it is. */
export function isFinal(outcome: RunOutcome): boolean {
  return !MAY_BE_BETTERED.includes(outcome);
}
