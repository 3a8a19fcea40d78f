import { AUDIT_EXIT } from '../../errors/exit-codes.ts';
import { OUTCOMES, type OutcomeClass, type RunOutcome } from './run-row.ts';

interface RunCounts {
  readonly outcomes: ReadonlyMap<RunOutcome, number>;
  /** How many commands ran and did not answer as expected. */
  readonly unmet: number;
  /** `--strict`. */
  readonly isStrict: boolean;
}

/** The exit code of an audit that was not interrupted. */
export function exitCodeOfRun({ outcomes, unmet, isStrict }: RunCounts): number {
  const has = (kind: OutcomeClass): boolean =>
    [...outcomes.keys()].some((outcome) => OUTCOMES[outcome] === kind);
  if (has('failed') || (isStrict && has('skipped'))) return AUDIT_EXIT.failure;
  return unmet > 0 ? AUDIT_EXIT.unmet : AUDIT_EXIT.ok;
}
