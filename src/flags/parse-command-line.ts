import { CliError, isCliError } from '../errors/cli-error.ts';
import { FLAG_TEXT } from './flag-text.ts';
import type { CommandInput, Flag } from './flag.ts';
import { flagValuesOf } from './flag-values.ts';
import { scanArgv, type ArgvPart } from './scan-argv.ts';
import { suggestWord } from '../errors/suggest.ts';

/** The command of a command line, and the command line without its name. */
export interface NamedCommand<T> {
  /** undefined if the first name is not that of a command, or there is no name. */
  readonly command: T | undefined;
  readonly argv: readonly string[];
}

/** The first name of a command line, and its index. undefined if a flag such as `--pod` gives a name before it. */
export function findFirstName(
  flags: readonly Flag[],
  argv: readonly string[],
): { readonly text: string; readonly index: number } | undefined {
  for (const part of scanArgv(flags, argv)) {
    // A flag that gives a name is never a command, and what follows may belong to the command in the container.
    if (part.kind === 'flag' && part.flag.isName === true) return undefined;
    if (part.kind === 'name') return part;
  }
  return undefined;
}

/**
 * Finds the command: the first name, which may come after flags. `flags` are those of all commands, so that a value is
 * never taken for a name. So all commands must agree on which flags take a value.
 */
export function findCommand<T extends { readonly name: string }>(
  commands: readonly T[],
  flags: readonly Flag[],
  argv: readonly string[],
): NamedCommand<T> {
  const first = findFirstName(flags, argv);
  const command = commands.find(({ name }) => name === first?.text);
  if (first === undefined || command === undefined) return { command: undefined, argv };
  return { command, argv: argv.toSpliced(first.index, 1) };
}

function unknownFlag(name: string, flags: readonly Flag[]): CliError {
  const near = suggestWord(
    name.slice(2),
    flags.map((flag) => flag.name),
  );
  const hint = near === undefined ? {} : { hint: `did you mean --${near}?` };
  return new CliError('usage', `unknown flag: ${name}`, hint);
}

/** Throws `usage` if the text of a flag is invalid. */
function checkText(flag: Flag, text: string): void {
  try {
    FLAG_TEXT[flag.kind](text);
  } catch (error) {
    if (!isCliError(error)) throw error;
    const names = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
    const message = `invalid argument ${JSON.stringify(text)} for "${names}" flag: ${error.message}`;
    const { hint } = error;
    throw new CliError('usage', message, { cause: error, ...(hint !== undefined && { hint }) });
  }
}

/** What has been parsed of a command line. */
interface Parsed {
  readonly texts: Map<string, readonly string[]>;
  readonly names: string[];
  /** The indexes of the names in argv. */
  readonly nameIndexes: Set<number>;
  /** Whether the next name starts the command, if it is not the first name. */
  isCommandNext: boolean;
}

function readFlag({ flag, text, byLetter }: Extract<ArgvPart, { kind: 'flag' }>, parsed: Parsed): void {
  checkText(flag, text);
  const { startsCommand } = flag;
  parsed.isCommandNext ||= startsCommand === 'always' || (startsCommand === 'by-letter' && byLetter);
  if (flag.isName === true) parsed.names.push(text);
  else parsed.texts.set(flag.name, [...(parsed.texts.get(flag.name) ?? []), text]);
}

/** Parses the command line of one command. Throws `usage`, in pflag's words, for the first mistake. */
export function parseCommandLine(flags: readonly Flag[], argv: readonly string[]): CommandInput {
  const parsed: Parsed = { texts: new Map(), names: [], nameIndexes: new Set(), isCommandNext: false };
  const { names, nameIndexes } = parsed;
  const input = (command?: readonly string[], end = argv.length): CommandInput => ({
    flags: flagValuesOf(flags, parsed.texts),
    texts: parsed.texts,
    names,
    typedFlags: argv.slice(0, end).filter((_, index) => !nameIndexes.has(index)),
    commandAfterDash: command,
  });
  for (const part of scanArgv(flags, argv)) {
    switch (part.kind) {
      case 'flag':
        readFlag(part, parsed);
        break;
      case 'name':
        if (parsed.isCommandNext && names.length > 0) return input(argv.slice(part.index), part.index);
        names.push(part.text);
        nameIndexes.add(part.index);
        break;
      case 'after-dash':
        return input(part.words, argv.length - part.words.length - 1);
      case 'unknown-flag':
        throw unknownFlag(part.name, flags);
      case 'mistake':
        throw new CliError('usage', part.message);
    }
  }
  return input();
}
