import { Command as CommandTree, Option } from 'commander';
import type { Flag } from '../flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';
import type { Command, NamedSummary } from './command.ts';

/** What a help text depends on, besides its command. */
export interface HelpContext {
  /** The name by which the user called the program. */
  readonly programName: string;
  /** In columns. */
  readonly width: number;
}

function valueText({ placeholder, textWhenBare }: Flag): string {
  if (placeholder === undefined) return '';
  return textWhenBare === undefined ? ` <${placeholder}>` : `[=${placeholder}]`;
}

function toOption(flag: Flag, heading: string): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const option = new Option(`${short}--${flag.name}${valueText(flag)}`, flag.description).helpGroup(heading);
  return flag.default === undefined ? option : option.default(flag.default, flag.default);
}

/** A command for commander, which only renders help texts here; parse-command-line.ts reads command lines. */
function toTree(name: string, command: Command): CommandTree {
  const tree = new CommandTree(name).usage(command.usage).summary(command.summary).helpOption(false);
  tree.description(`${command.summary}.`);
  const globalFlags = GLOBAL_FLAGS.filter(({ hasNoEffect }) => hasNoEffect !== true);
  const groups = { 'Flags:': command.flags, 'Global flags:': [...globalFlags, ...PROGRAM_FLAGS] };
  for (const [heading, flags] of Object.entries(groups)) {
    for (const flag of flags) tree.addOption(toOption(flag, heading));
  }
  return tree;
}

function renderExamples(command: Command, programName: string): string {
  const lines = command.examples.map(({ does, args }) => `  # ${does}\n  ${programName} ${args}\n`);
  return `\nExamples:\n${lines.join('\n')}`;
}

function render(tree: CommandTree, width: number): string {
  return tree
    .configureOutput({ getOutHelpWidth: () => width })
    .configureHelp({ optionTerm: ({ short, flags }) => (short === undefined ? `    ${flags}` : flags) })
    .helpInformation();
}

/** The help of one command. */
export function renderCommandHelp(command: Command, { programName, width }: HelpContext): string {
  return render(toTree(programName, command), width) + renderExamples(command, programName);
}

/** The help of the whole program. `main` is the command of a call that names none; `commands` may contain aliases. */
export function renderProgramHelp(
  main: Command,
  commands: readonly NamedSummary[],
  { programName, width }: HelpContext,
): string {
  const tree = toTree(programName, main).helpCommand(false);
  for (const command of commands) tree.addCommand(new CommandTree(command.name).summary(command.summary));
  return render(tree, width) + renderExamples(main, programName);
}
