import { CliError, isCliError } from '../errors/cli-error.ts';
import { FLAG_TEXT } from './flag-text.ts';
import type { CommandInput, Flag } from './flag.ts';
import { flagValuesOf } from './flag-values.ts';
import { scanArgv } from './scan-argv.ts';
import { suggestWord } from './suggest.ts';

/** The command that a command line names, and the command line without that word. */
export interface NamedCommand<T> {
  /** undefined when the first name is no command's, or there is none. */
  readonly command: T | undefined;
  readonly argv: readonly string[];
}

/**
 * Finds the command: the first name, wherever flags stand. `flags` are those of all commands, so that a value is
 * never taken for a name; no two commands may disagree on whether a flag takes one.
 */
export function findCommand<T extends { readonly name: string }>(
  commands: readonly T[],
  flags: readonly Flag[],
  argv: readonly string[],
): NamedCommand<T> {
  for (const part of scanArgv(flags, argv)) {
    if (part.kind !== 'name') continue;
    const command = commands.find((known) => known.name === part.text);
    return { command, argv: command === undefined ? argv : argv.toSpliced(part.index, 1) };
  }
  return { command: undefined, argv };
}

function unknownFlag(name: string, flags: readonly Flag[]): CliError {
  const near = suggestWord(
    name.slice(2),
    flags.map((flag) => flag.name),
  );
  const hint = near === undefined ? {} : { hint: `did you mean --${near}?` };
  return new CliError('usage', `unknown flag: ${name}`, hint);
}

/** Reads the text of a flag only to learn whether it can be read. */
function checkText(flag: Flag, text: string): void {
  try {
    FLAG_TEXT[flag.kind](text);
  } catch (error) {
    if (!isCliError(error)) throw error;
    const names = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
    const message = `invalid argument ${JSON.stringify(text)} for "${names}" flag: ${error.message}`;
    throw new CliError('usage', message, { cause: error });
  }
}

/** Parses the command line of one command. Throws `usage`, in pflag's words, for the first mistake. */
export function parseCommandLine(flags: readonly Flag[], argv: readonly string[]): CommandInput {
  const texts = new Map<string, readonly string[]>();
  const names: string[] = [];
  let commandAfterDash: readonly string[] | undefined;
  for (const part of scanArgv(flags, argv)) {
    switch (part.kind) {
      case 'flag':
        checkText(part.flag, part.text);
        texts.set(part.flag.name, [...(texts.get(part.flag.name) ?? []), part.text]);
        break;
      case 'name':
        names.push(part.text);
        break;
      case 'after-dash':
        commandAfterDash = part.words;
        break;
      case 'unknown-flag':
        throw unknownFlag(part.name, flags);
      case 'mistake':
        throw new CliError('usage', part.message);
    }
  }
  return { flags: flagValuesOf(flags, texts), names, commandAfterDash };
}
