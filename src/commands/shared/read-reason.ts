import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import { parseReason } from '../../plan/request/reason.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { REASON_VARIABLE } from '../../pod/containers/reason.ts';

/** The reason of a call; undefined without one, and for a command that has no `--reason`. Throws `usage`. */
export function readReasonFlag(flags: FlagValues): string | undefined {
  return flags.declares('reason') ? parseReason(flags.string('reason')) : undefined;
}

/** The field of a request with the reason. Throws `usage`, also if `--env` names another one. */
export function reasonField(flags: FlagValues, env: DebugRequest['env'] = []): Pick<DebugRequest, 'reason'> {
  const reason = readReasonFlag(flags);
  if (reason === undefined) return {};
  if (env.some(({ name }) => name === REASON_VARIABLE))
    throw new CliError('usage', `--reason sets the variable ${REASON_VARIABLE}, and --env sets it too`, {
      hint: 'leave out one of them',
    });
  return { reason };
}
