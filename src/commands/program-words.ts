import { CliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import { parseGoBoolean } from '../flags/go-values.ts';
import type { CommandInput, Flag } from '../flags/flag.ts';
import type { NamedSummary } from './command.ts';

/** A word that stands for a flag of the program itself. */
export interface ProgramWord extends NamedSummary {
  readonly name: 'help' | 'options' | 'version';
  readonly flag: string;
}

/** As in kubectl. A pod of such a name is `pod/help`. */
export const PROGRAM_WORDS: readonly ProgramWord[] = [
  { name: 'help', summary: 'Show help: help COMMAND, or help TOPIC', flag: '--help' },
  { name: 'options', summary: 'Show the flags of every command, such as --context', flag: '--help=options' },
  { name: 'version', summary: 'Show the version of this program', flag: '--version' },
];

/** Which help was asked for. */
export type HelpRequest = 'first' | 'all' | 'options';

/** Reads the value of `--help`; undefined for false, or without the flag. Throws `usage`, in pflag's words. */
export function readHelpRequest(text = 'false'): HelpRequest | undefined {
  if (text === 'all' || text === 'options') return text;
  try {
    return parseGoBoolean(text) ? 'first' : undefined;
  } catch (error) {
    const message = `invalid argument ${JSON.stringify(text)} for "-h, --help" flag: must be all, options, true or false`;
    throw new CliError('usage', message, { cause: error });
  }
}

/** The program word of this name, if there is one. */
export function findProgramWord(name: string | undefined): ProgramWord | undefined {
  return PROGRAM_WORDS.find((word) => word.name === name);
}

/** Scripts for kubectl use this flag to leave out the version of the server. */
const CLIENT = /^--client(?:=true)?$/;

/** A command line in which the flag replaces its word, at `index`. */
export function withFlagOf(
  { name, flag }: ProgramWord,
  argv: readonly string[],
  index: number,
): readonly string[] {
  const words = argv.toSpliced(index, 1, flag);
  const end = words.indexOf('--');
  return name !== 'version'
    ? words
    : words.filter((word, at) => !CLIENT.test(word) || (end >= 0 && at > end));
}

/**
 * Throws `usage` for words that would be ignored: those after `--`, and those with `version` or `options`. The word may be meant as
 * the name of a pod.
 *
 * @param flags the flags of the default command
 */
export function refuseBesideWord(
  { name }: ProgramWord,
  { flags: given, names, commandAfterDash }: CommandInput,
  flags: readonly Flag[],
): void {
  const pod = commandText`to debug a pod named "${name}": kubectl-debug pod/${name}`;
  if (commandAfterDash !== undefined)
    throw new CliError('usage', `${name} takes no command after --`, { hint: pod });
  if (name === 'help') return;
  const flag = flags.find((each) => given.isGiven(each.name));
  const what = flag === undefined ? names[0] : `--${flag.name}`;
  if (what === undefined) return;
  const server = name === 'version' ? ['for the version of the API server: kubectl version'] : [];
  throw new CliError('usage', `${name} takes no "${what}"`, { hint: [...server, pod].join('; ') });
}
