import { CliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import type { CommandInput, Flag } from '../flags/flag.ts';
import type { NamedSummary } from './command.ts';

/** A word that stands for a flag which asks about the program itself. */
export interface ProgramWord extends NamedSummary {
  readonly name: 'help' | 'version';
}

/** As kubectl has them; a pod that is called so is `pod/help`. */
export const PROGRAM_WORDS: readonly ProgramWord[] = [
  { name: 'help', summary: 'Show the help of the program, or of a command: help COMMAND' },
  { name: 'version', summary: 'Show the version of this program' },
];

/** The program word of this name, if it is one. */
export function findProgramWord(name: string | undefined): ProgramWord | undefined {
  return PROGRAM_WORDS.find((word) => word.name === name);
}

/** What scripts write for kubectl, which has a version of its server to show as well. */
const CLIENT = /^--client(?:=true)?$/;

/** A command line with the flag in place of its word, which stands at `index`. */
export function withFlagOf({ name }: ProgramWord, argv: readonly string[], index: number): readonly string[] {
  const words = argv.toSpliced(index, 1, `--${name}`);
  const end = words.indexOf('--');
  return name === 'help' ? words : words.filter((word, at) => !CLIENT.test(word) || (end >= 0 && at > end));
}

/**
 * Throws `usage` for what stands beside `version`, or behind `--`: it would be passed over, and a pod may be meant.
 *
 * @param flags those of the command that runs where none is named
 */
export function refuseBesideWord(
  { name }: ProgramWord,
  { flags: given, names, commandAfterDash }: CommandInput,
  flags: readonly Flag[],
): void {
  const pod = commandText`for a pod that is called "${name}": kubectl-debug pod/${name}`;
  if (commandAfterDash !== undefined)
    throw new CliError('usage', `${name} takes no command behind --`, { hint: pod });
  if (name === 'help') return;
  const flag = flags.find((each) => given.isGiven(each.name));
  const what = flag === undefined ? names[0] : `--${flag.name}`;
  if (what === undefined) return;
  throw new CliError('usage', `version takes no "${what}"`, {
    hint: ['the version of the API server: kubectl version', pod].join('; '),
  });
}
