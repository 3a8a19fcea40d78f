import { CliError, isCliError } from '../errors/cli-error.ts';
import { shellText } from '../errors/shell-word.ts';
import type { CommandInput } from '../flags/flag.ts';

/** What was typed before `--`. */
type Typed = Pick<CommandInput, 'names' | 'typedFlags'>;

/** What may hold a secret. */
const SECRET = /^--(?:token|password|server|proxy-url)\b|^-s|:\/\//;

/**
 * The flags of a command line for a hint that repeats it; none where one may hold a secret, and none of those that every
 * hint gets.
 */
export function repeatable(typedFlags: readonly string[]): readonly string[] {
  return typedFlags.some((word) => SECRET.test(word)) ? [] : typedFlags;
}

/** Where not the first name is wrong, it may be a command that was typed as kubectl's own commands once took it. */
export function withCommandHint(error: unknown, { names, typedFlags }: Typed, index: number): unknown {
  const isFirst = index === 0 || names[index] === undefined;
  if (!isCliError(error) || isFirst) return error;
  const line = shellText([
    'kubectl-debug',
    ...repeatable(typedFlags),
    ...names.slice(0, 1),
    '--',
    ...names.slice(1),
  ]);
  const meant = error.hint?.startsWith('did you mean') === true ? `${error.hint} ` : '';
  return new CliError(error.kind, error.message, {
    hint: `${meant}a command goes behind --, as in: ${line}`,
    cause: error,
  });
}
