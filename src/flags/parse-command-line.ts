import { CliError, isCliError } from '../errors/cli-error.ts';
import { FLAG_TEXT } from './flag-text.ts';
import type { CommandInput, Flag } from './flag.ts';
import { flagValuesOf } from './flag-values.ts';
import { scanArgv, type ArgvPart } from './scan-argv.ts';
import { suggestWord } from '../errors/suggest.ts';

/** The command that a command line names, and the command line without that word. */
export interface NamedCommand<T> {
  /** undefined when the first name is no command's, or there is none. */
  readonly command: T | undefined;
  readonly argv: readonly string[];
}

/** The first name of a command line and its place, wherever flags stand; undefined where a flag gave a name before. */
export function findFirstName(
  flags: readonly Flag[],
  argv: readonly string[],
): { readonly text: string; readonly index: number } | undefined {
  for (const part of scanArgv(flags, argv)) {
    // A name that a flag gave is no command's, and what comes behind it is not ours.
    if (part.kind === 'flag' && part.flag.isName === true) return undefined;
    if (part.kind === 'name') return part;
  }
  return undefined;
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

/** Reads the text of a flag only to learn whether it can be read. */
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

/** What was read so far of a command line. */
interface Reading {
  readonly texts: Map<string, readonly string[]>;
  readonly names: string[];
  /** The places of names. */
  readonly places: Set<number>;
  /** Whether the next name, if it is not the first, is the command. */
  isCommandNext: boolean;
}

function readFlag({ flag, text, byLetter }: Extract<ArgvPart, { kind: 'flag' }>, reading: Reading): void {
  checkText(flag, text);
  const { startsCommand } = flag;
  reading.isCommandNext ||= startsCommand === 'always' || (startsCommand === 'by-letter' && byLetter);
  if (flag.isName === true) reading.names.push(text);
  else reading.texts.set(flag.name, [...(reading.texts.get(flag.name) ?? []), text]);
}

/** Parses the command line of one command. Throws `usage`, in pflag's words, for the first mistake. */
export function parseCommandLine(flags: readonly Flag[], argv: readonly string[]): CommandInput {
  const reading: Reading = { texts: new Map(), names: [], places: new Set(), isCommandNext: false };
  const { names, places } = reading;
  const input = (command?: readonly string[], end = argv.length): CommandInput => ({
    flags: flagValuesOf(flags, reading.texts),
    names,
    typedFlags: argv.slice(0, end).filter((_, index) => !places.has(index)),
    commandAfterDash: command,
  });
  for (const part of scanArgv(flags, argv)) {
    switch (part.kind) {
      case 'flag':
        readFlag(part, reading);
        break;
      case 'name':
        if (reading.isCommandNext && names.length > 0) return input(argv.slice(part.index), part.index);
        names.push(part.text);
        places.add(part.index);
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
