import type { Command, NamedSummary } from '../commands/command.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../commands/command-table.ts';
import { flagTerm, groupFlags, listedFlags } from '../commands/help/flag-lists.ts';
import { PROGRAM_WORDS } from '../commands/program-words.ts';
import type { Flag } from '../flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';
import { VERSION } from '../version.ts';
import type { Page } from './page.ts';
import { roffArgument, roffBold, roffExample, roffSection, roffTerm, roffText } from './roff.ts';

const FOLDER = 'man/man1';
const PROGRAM = 'kubectl-debug';
const GENERATED = String.raw`.\" Written by "npm run docs" from tables in src/. Do not edit.`;

/** The variables that the program itself reads; other programs' variables mean what they mean there. */
const VARIABLES: Readonly<Record<string, string>> = {
  KUBECONFIG: 'Kubeconfig files, as for kubectl.',
  KUBERC: "File with kubectl's preferences.",
  KUBECTL_DEBUG_IMAGE: 'Image of debug containers for which --image names none.',
  KUBECTL_DEBUG_PAGER: 'Pager of help texts; else PAGER, else less. Empty for none.',
  NO_COLOR: 'No colours, if it is set to anything.',
};

function pageName({ name }: Command): string {
  return name === DEFAULT_COMMAND.name ? PROGRAM : `${PROGRAM}-${name}`;
}

function withDefault({ description, default: fallback }: Flag): string {
  return `${description}${fallback === undefined ? '' : ` (default ${fallback})`}.`;
}

function flagLines(flags: readonly Flag[]): readonly string[] {
  return flags.map((flag) => roffTerm(flagTerm(flag), withDefault(flag)));
}

/** Flags under their headings; a few flags without any. */
function flagSections(title: string, flags: readonly Flag[]): readonly string[] {
  const groups = groupFlags(listedFlags(flags));
  if (groups.length === 0) return [];
  if (groups.length === 1) return [roffSection(title, flagLines(listedFlags(flags)))];
  return [
    roffSection(title, []),
    ...groups.map((group) => roffSection(group.title, flagLines(group.flags), 'SS')),
  ];
}

function synopsis({ usage }: Command): string {
  const calls = usage.split(' | ');
  return roffSection(
    'SYNOPSIS',
    calls.flatMap((call, index) => [
      ...(index === 0 ? [] : ['.br']),
      `${roffBold(PROGRAM)} ${roffText(call)}`,
    ]),
  );
}

function examples({ examples: all }: Command): string {
  return roffSection(
    'EXAMPLES',
    all.flatMap(({ does, args }, index) => [
      ...(index === 0 ? [] : ['.PP']),
      roffText(`${does.charAt(0).toUpperCase()}${does.slice(1)}:`),
      roffExample([`${PROGRAM} ${args}`]),
    ]),
  );
}

function head(command: Command): string {
  const title = `.TH ${roffArgument(pageName(command).toUpperCase())} 1 "" ${roffArgument(`${PROGRAM} ${VERSION}`)} "User Commands"`;
  const summary = command.summary.charAt(0).toLowerCase() + command.summary.slice(1);
  const name = `${roffText(pageName(command))} ${String.raw`\-`} ${roffText(summary)}`;
  return [GENERATED, title, roffSection('NAME', [name])].join('\n');
}

/** References to other pages, in one sentence. */
function seeAlso(names: readonly string[]): string {
  return roffSection(
    'SEE ALSO',
    names.map((name, index) => `${roffBold(name)}(1)${index < names.length - 1 ? ',' : ''}`),
  );
}

function renderCommandPage(command: Command): string {
  const parts = [
    head(command),
    synopsis(command),
    examples(command),
    ...flagSections('OPTIONS', command.flags),
    roffSection('GLOBAL OPTIONS', [`The options that every command accepts are in ${roffBold(PROGRAM)}(1).`]),
    seeAlso([PROGRAM, 'kubectl']),
  ];
  return `${parts.join('\n')}\n`;
}

function commandLines(): readonly string[] {
  const words: readonly NamedSummary[] = [...COMMANDS, ...PROGRAM_WORDS];
  return words.map(({ name, summary }) => roffTerm(name, `${summary}.`));
}

function renderProgramPage(): string {
  const others = COMMANDS.filter(({ name }) => name !== DEFAULT_COMMAND.name);
  const parts = [
    head(DEFAULT_COMMAND),
    synopsis({ ...DEFAULT_COMMAND, usage: `${DEFAULT_COMMAND.usage} | COMMAND [flags]` }),
    roffSection('DESCRIPTION', [
      roffText(
        'Without a command the program debugs. kubectl finds it as a plugin: kubectl dbg is the same program. Flags are written as for kubectl, and may come before and after names. Everything after -- belongs to the command in the container.',
      ),
      '.PP',
      `${roffBold(`${PROGRAM} help topics`)} lists the documents that the program shows.`,
    ]),
    examples(DEFAULT_COMMAND),
    roffSection('COMMANDS', commandLines()),
    ...flagSections('OPTIONS', DEFAULT_COMMAND.flags),
    ...flagSections('GLOBAL OPTIONS', [...GLOBAL_FLAGS, ...PROGRAM_FLAGS]),
    roffSection(
      'ENVIRONMENT',
      Object.entries(VARIABLES).map(([name, text]) => roffTerm(name, text)),
    ),
    roffSection('EXIT STATUS', [
      `That of the command in the container. ${roffBold(`${PROGRAM} help exit-codes`)} shows all others.`,
    ]),
    seeAlso([...others.map(pageName), 'kubectl']),
  ];
  return `${parts.join('\n')}\n`;
}

/** The manual pages: one for each command, and one for the name by which kubectl finds the program. */
export const MAN_PAGES: readonly Page[] = [
  { path: `${FOLDER}/${PROGRAM}.1`, render: renderProgramPage },
  { path: `${FOLDER}/kubectl-dbg.1`, render: () => `.so man1/${PROGRAM}.1\n` },
  ...COMMANDS.filter(({ name }) => name !== DEFAULT_COMMAND.name).map((command) => ({
    path: `${FOLDER}/${pageName(command)}.1`,
    render: () => renderCommandPage(command),
  })),
];
