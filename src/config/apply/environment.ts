import { CliError, isCliError } from '../../errors/cli-error.ts';
import { FLAG_TEXT } from '../../flags/flag-text.ts';
import type { Flag, FlagDefault } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { configurableFlags, onlyWords } from '../configurable-flags.ts';
import type { ConfigurableCommand } from '../config.ts';

/** The variable that sets a flag: `KUBECTL_DEBUG_PULL_POLICY` for `--pull-policy`. */
function variableOf({ name }: Pick<Flag, 'name'>): string {
  return `KUBECTL_DEBUG_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** The flags of a command that the environment sets. An empty variable sets nothing. Throws `config`. */
export function readEnvironment(
  { env }: Pick<Io, 'env'>,
  command: ConfigurableCommand,
): ReadonlyMap<string, FlagDefault> {
  const found = new Map<string, FlagDefault>();
  for (const flag of configurableFlags(command)) {
    const variable = variableOf(flag);
    const text = env[variable] ?? '';
    if (text === '') continue;
    checkText(flag, text, variable);
    checkWord(command, flag, { text, variable });
    found.set(flag.name, { texts: [text], origin: { kind: 'environment', variable } });
  }
  return found;
}

function checkText(flag: Flag, text: string, variable: string): void {
  try {
    FLAG_TEXT[flag.kind](text);
  } catch (cause) {
    if (!isCliError(cause)) throw cause;
    const { hint = `correct it, or: unset ${variable}` } = cause;
    // The values of variables of the container may be secrets.
    const why =
      flag.name === 'env'
        ? 'cannot be read: write A=1,B=2'
        : `cannot be ${JSON.stringify(text)}: ${cause.message}`;
    throw new CliError('config', `${variable} ${why}`, {
      cause,
      hint,
    });
  }
}

function checkWord(
  { name }: ConfigurableCommand,
  flag: Flag,
  { text, variable }: { readonly text: string; readonly variable: string },
): void {
  const words = onlyWords(name, flag);
  if (words === undefined || words.includes(text)) return;
  throw new CliError('config', `${variable} cannot be ${JSON.stringify(text)}`, {
    hint: `use one of ${words.join(', ')}`,
  });
}
