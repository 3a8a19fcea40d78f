import { CliError, isCliError } from '../errors/cli-error.ts';
import { shellText } from '../errors/shell-word.ts';

/** Where not the first name is wrong, it may be a command that was typed as kubectl's own commands once took it. */
export function withCommandHint(error: unknown, names: readonly string[], index: number): unknown {
  const isFirst = index === 0 || names[index] === undefined;
  if (!isCliError(error) || isFirst) return error;
  const line = shellText(['kubectl-debug', ...names.slice(0, 1), '--', ...names.slice(1)]);
  const meant = error.hint?.startsWith('did you mean') === true ? `${error.hint} ` : '';
  return new CliError(error.kind, error.message, {
    hint: `${meant}a command goes behind --, as in: ${line}`,
    cause: error,
  });
}
