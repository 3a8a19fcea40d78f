import { CliError } from '../../errors/cli-error.ts';
import type { Ending } from '../../session/scripts/end-process.ts';

/** A command that ran longer than it may. */
export interface LongRun {
  /** The command and where it ran. */
  readonly what: string;
  readonly timeoutMs: number | undefined;
  readonly ending: Ending;
  /** What to type where it could not be ended. */
  readonly hint: string;
}

/** The failure that a run over its `--run-timeout` is, whether or not it could be ended. */
export function tooLongError({ what, timeoutMs = 0, ending, hint }: LongRun): CliError {
  const tooLong = `${what} ran longer than --run-timeout (${timeoutMs / 1000} s)`;
  return ending.kind === 'ended'
    ? new CliError('run-timeout', `${tooLong} and was ended`)
    : new CliError('run-timeout', `${tooLong} and goes on: ${ending.why}`, {
        hint: [hint, ...remedyOf(ending)].join('; '),
      });
}

/** What would have helped against something that goes on. */
export function remedyOf(ending: Ending): readonly string[] {
  return ending.kind === 'not-ended' && ending.isProcessOne === true
    ? ['by --via=exec a command is never process 1, and can be ended']
    : [];
}
