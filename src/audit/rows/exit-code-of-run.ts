import { AUDIT_EXIT } from '../../errors/exit-codes.ts';
import { OUTCOMES, type OutcomeClass, type RunOutcome } from './run-row.ts';

/** The rows of a run, in numbers. */
export interface RunCounts {
  readonly outcomes: ReadonlyMap<RunOutcome, number>;
  /** Rows of commands that ran and did not answer as expected. */
  readonly unmet: number;
  /** `--strict`. */
  readonly isStrict: boolean;
}

/** The exit code of a run that nobody interrupted. */
export function exitCodeOfRun({ outcomes, unmet, isStrict }: RunCounts): number {
  const has = (kind: OutcomeClass): boolean =>
    [...outcomes.keys()].some((outcome) => OUTCOMES[outcome].class === kind);
  if (has('failed') || (isStrict && has('skipped'))) return AUDIT_EXIT.failure;
  return unmet > 0 ? AUDIT_EXIT.unmet : AUDIT_EXIT.ok;
}
