import { CliError } from '../../errors/cli-error.ts';
import type { Ending } from '../../session/scripts/end-process.ts';

/** A command that ran longer than `--run-timeout`. */
export interface LongRun {
  /** The command and where it ran. */
  readonly what: string;
  readonly timeoutMs: number | undefined;
  readonly ending: Ending;
  /** What to type if it could not be ended. */
  readonly hint: string;
}

/** The failure of a command that ran too long, whether or not we could end it. */
export function tooLongError({ what, timeoutMs = 0, ending, hint }: LongRun): CliError {
  const tooLong = `${what} ran longer than --run-timeout (${timeoutMs / 1000} s)`;
  return ending.kind === 'ended'
    ? new CliError('run-timeout', `${tooLong} and was ended`)
    : new CliError('run-timeout', `${tooLong} and goes on: ${ending.why}`, {
        hint: [hint, ...remedyOf(ending)].join('; '),
      });
}

/** How to run the command next time so that it can be ended; empty if that would not help. */
export function remedyOf(ending: Ending): readonly string[] {
  return ending.kind === 'not-ended' && ending.isProcessOne === true
    ? ['by --via=exec a command is never process 1, and can be ended']
    : [];
}
