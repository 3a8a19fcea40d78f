import type { Flag } from '../../flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../../flags/tables/global-flags.ts';
import { wrapWords } from '../../output/markdown/wrap-words.ts';
import type { Styles } from '../../output/say/styles.ts';
import type { Command, Example, NamedSummary } from '../command.ts';
import { layOutTerms, usedWidth, type TermRow } from './columns.ts';
import { COMMON_FLAGS } from './common-flags.ts';
import { TOPICS } from './topic-table.ts';
import { flagRow, groupFlags, listedFlags } from './flag-lists.ts';

/** What a help text depends on, besides its command. */
export interface HelpContext {
  /** The name by which the user called the program. */
  readonly programName: string;
  /** In columns. */
  readonly width: number;
  readonly styles: Pick<Styles, 'strong'>;
}

/** What a help is about: a command that was named, or the program, whose call without a command is `command`. */
export interface HelpSubject {
  readonly command: Command;
  /** All words that may come first, aliases of the user among them; undefined for the help of one command. */
  readonly words: readonly NamedSummary[] | undefined;
}

/** A part of a help text. */
type Block = readonly string[];

/** The first help shows so many examples, so that it fits on one screen. */
const FIRST_EXAMPLES = 6;

function join(blocks: readonly Block[]): string {
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function headed(title: string, lines: Block, { styles }: HelpContext): Block {
  return lines.length === 0 ? [] : [styles.strong(`${title}:`), ...lines];
}

function usageBlock({ usage }: Command, { programName, styles }: HelpContext): Block {
  return usage
    .split(' | ')
    .map((call, index) => `${index === 0 ? styles.strong('Usage:') : '      '} ${programName} ${call}`);
}

function named(text: string, programName: string): string {
  return text.replaceAll(/kubectl-debug(?= )/g, programName);
}

/** Examples beside what they do, if that fits; else each below a comment. */
function exampleLines(examples: readonly Example[], { programName, width }: HelpContext): Block {
  const rows = examples.map(({ does, args }) => ({
    term: `${programName} ${args}`,
    text: named(does, programName),
  }));
  const lines = layOutTerms(rows, width);
  if (lines.length === rows.length) return lines;
  return rows.flatMap(({ term, text }) => [`  # ${text}`, `  ${term}`]);
}

function examplesBlock(examples: readonly Example[], context: HelpContext): Block {
  return headed('Examples', exampleLines(examples, context), context);
}

/** A call of this program that shows more. */
function call(context: HelpContext, args: string, text: string): TermRow {
  return { term: `${context.programName} ${args}`, text };
}

function moreBlock(rows: readonly TermRow[], context: HelpContext): Block {
  return headed('More', layOutTerms(rows, context.width), context);
}

function flagBlock(title: string, flags: readonly Flag[], context: HelpContext): Block {
  return headed(
    title,
    layOutTerms(
      flags.map((flag) => flagRow(flag, named(flag.description, context.programName))),
      context.width,
    ),
    context,
  );
}

/** The flags that matter most; all of them if these are few. */
function firstFlags(command: Command, context: HelpContext): Block {
  const common = COMMON_FLAGS[command.name];
  if (common === undefined) return flagBlock('Flags', command.flags, context);
  const flags = [...command.flags, ...GLOBAL_FLAGS];
  const rows = Object.entries(common).flatMap(([name, text]) => {
    const flag = flags.find((each) => each.name === name);
    return flag === undefined ? [] : [flagRow(flag, text)];
  });
  return headed('Flags used most', layOutTerms(rows, context.width), context);
}

/** The help that fits on one screen. */
export function renderFirstHelp({ command, words }: HelpSubject, context: HelpContext): string {
  const isProgram = words !== undefined;
  const usage = isProgram ? `${command.usage} | COMMAND [flags]` : command.usage;
  return join([
    wrapWords(`${command.summary}.`, usedWidth(context.width)),
    usageBlock({ ...command, usage }, context),
    examplesBlock(command.examples.slice(0, FIRST_EXAMPLES), context),
    isProgram ? commandsBlock(words, context) : [],
    firstFlags(command, context),
    moreBlock(isProgram ? moreOfProgram(command, context) : moreOfCommand(command, context), context),
  ]);
}

function countFlags({ flags }: Command): number {
  return listedFlags(flags).length;
}

function moreOfProgram(command: Command, context: HelpContext): readonly TermRow[] {
  return [
    call(context, '--help=all', `all ${countFlags(command)} flags, and more examples`),
    call(context, 'COMMAND --help', 'examples and flags of a command'),
    call(context, 'help topics', 'guides: rootfs, sessions, ...'),
  ];
}

function moreOfCommand(command: Command, context: HelpContext): readonly TermRow[] {
  const { name, examples } = command;
  const isWhole = COMMON_FLAGS[name] === undefined;
  const all = `all ${countFlags(command)} flags${examples.length > FIRST_EXAMPLES ? ', and more examples' : ''}`;
  return [
    ...(isWhole ? [] : [call(context, `${name} --help=all`, all)]),
    ...(TOPICS[name] === undefined ? [] : [call(context, `help ${name}`, `the guide to ${name}`)]),
    call(context, 'options', 'the flags of every command'),
  ];
}

function commandsBlock(words: readonly NamedSummary[], context: HelpContext): Block {
  const rows = words.map(({ name, summary }) => ({ term: name, text: summary }));
  return headed('Commands', layOutTerms(rows, context.width), context);
}

/** The help with all flags of the command, under headings. */
export function renderFullHelp({ command, words }: HelpSubject, context: HelpContext): string {
  const groups = groupFlags(listedFlags(command.flags));
  return join([
    wrapWords(`${command.summary}.`, usedWidth(context.width)),
    usageBlock(command, context),
    examplesBlock(command.examples, context),
    ...(words === undefined ? [] : [commandsBlock(words, context)]),
    ...groups.map(({ title, flags }) => flagBlock(title, flags, context)),
    moreBlock([call(context, 'options', 'the flags of every command, such as --context')], context),
  ]);
}

/** The flags that every command accepts. */
export function renderOptions(context: HelpContext): string {
  const groups = groupFlags([...listedFlags(GLOBAL_FLAGS), ...PROGRAM_FLAGS]);
  return join([
    ['Every command accepts these flags, before or after its name.'],
    ...groups.map(({ title, flags }) => flagBlock(title, flags, context)),
  ]);
}
