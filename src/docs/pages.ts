import { renderConfigSchema } from './config-schema.ts';
import type { Command } from '../commands/command.ts';
import { COMMANDS } from '../commands/command-table.ts';
import { flagTerm, groupFlags, listedFlags } from '../commands/help/flag-lists.ts';
import { BOUNDS, type Bound } from '../errors/bounds.ts';
import { ERRORS } from '../errors/error-kinds.ts';
import type { Refusal } from '../errors/refusals/refusal.ts';
import { REFUSALS } from '../errors/refusals/refusals.ts';
import { MAN_PAGES } from './man-pages.ts';
import type { Page } from './page.ts';
import type { Flag } from '../flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';

const GENERATED = '<!-- Written by `npm run docs` from tables in src/. Do not edit. -->';

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return lines.join('\n');
}

function tableRow(flag: Flag): readonly [string, string] {
  const fallback = flag.default === undefined ? '' : ` (default \`${flag.default}\`)`;
  const linked = flag.description.replaceAll(/kubectl-debug help ([a-z-]+)/g, '[$1.md]($1.md)');
  return [`\`${flagTerm(flag)}\``, linked + fallback];
}

function flagTable(flags: readonly Flag[]): string {
  return tableOf(['flag', 'meaning'], flags.map(tableRow));
}

/** The flags under their headings; a few flags without any. */
function flagTables(flags: readonly Flag[]): readonly string[] {
  const groups = groupFlags(flags);
  if (groups.length < 2) return [flagTable(flags)];
  return groups.flatMap(({ title, flags: members }) => [`### ${title}`, flagTable(members)]);
}

function commandSection(command: Command): string {
  const calls = command.usage.split(' | ').map((usage) => `kubectl-debug ${usage}`);
  const usage = ['```', ...calls, '```'].join('\n');
  const parts = [`## ${command.name}`, `${command.summary}.`, usage];
  return [...parts, ...(command.flags.length === 0 ? [] : flagTables(command.flags))].join('\n\n');
}

function hasNoEffect(flag: Flag): boolean {
  return flag.hasNoEffect === true;
}

function renderFlags(): string {
  const parts = [
    '# Flags',
    GENERATED,
    'Flags are written as for kubectl: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-it`, `--flag=false`. They may come before and after names. Everything after `--` belongs to the command in the container. `--help` shows the flags of a command that matter most, `--help=all` all of them.',
    ...COMMANDS.map(commandSection),
    '## Global flags',
    'Every command accepts these flags, before or after its name. `kubectl-debug options` shows them.',
    ...flagTables([...listedFlags(GLOBAL_FLAGS), ...PROGRAM_FLAGS]),
    '## Accepted without effect',
    'These global flags of kubectl have no effect here. They are accepted so that scripts keep working, and help texts leave them out.',
    flagTable(GLOBAL_FLAGS.filter(hasNoEffect)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Placeholders for facts that are not one word of a hint. */
const FACT_TEXTS: Readonly<Record<string, string>> = {
  place: ' -n NAMESPACE',
  image: ' --image=IMAGE',
  role: 'role',
};

function refusalRow({ when, kind, next }: Refusal): readonly string[] {
  const hint = next.replaceAll(/\{(\w+)\}/g, (_, fact: string) => FACT_TEXTS[fact] ?? fact.toUpperCase());
  return [when, `\`${kind}\``, hint];
}

function renderErrors(): string {
  const rows = Object.entries(ERRORS).map(([kind, meaning]) => [`\`${kind}\``, meaning] as const);
  const parts = [
    '# Errors',
    GENERATED,
    'A failure prints one line on stderr, `error: what failed, on which object, and why [word]`, and often a second one, `hint: what to type next`. The word in brackets does not change between versions, so that scripts can match it. [exit-codes.md](exit-codes.md) lists the exit codes. A failure with `[internal]` is a bug in this program.',
    tableOf(['word', 'meaning'], rows),
    '## Refusals',
    'Every reason why a cluster refuses a debug container, and the hint that comes with it.',
    tableOf(['what happens', 'word', 'hint'], Object.values(REFUSALS).map(refusalRow)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function boundRow(bound: Bound): readonly string[] {
  const { of, passed, why, hint = '' } = bound;
  return [
    of,
    passed.replace(/^(?:is larger than|has more than|is nested more than|would be more than) /, ''),
    why,
    hint,
  ];
}

function renderBounds(): string {
  const parts = [
    '# Bounds',
    GENERATED,
    'How much this program accepts from a server, a node, a pod, a proxy, a plugin or a file. Unless its row says what happens instead, more is refused with an error that ends in `[too-large]` and names the bound, and is not requested again. The output of sessions and logs has no bound: it is passed on as it arrives, and kept on disk while the reader is slow.',
    tableOf(['what', 'at most', 'why', 'what to do'], Object.values(BOUNDS).map(boundRow)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The pages that must agree with the tables of the program. */
export const PAGES: readonly Page[] = [
  { path: 'docs/flags.md', render: renderFlags },
  { path: 'docs/errors.md', render: renderErrors },
  { path: 'docs/bounds.md', render: renderBounds },
  { path: 'config.schema.json', render: renderConfigSchema },
  ...MAN_PAGES,
];
