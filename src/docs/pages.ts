import type { Command } from '../commands/command.ts';
import { COMMANDS } from '../commands/command-table.ts';
import { BOUNDS, type Bound } from '../errors/bounds.ts';
import { ERRORS } from '../errors/error-kinds.ts';
import type { Refusal } from '../errors/refusals/refusal.ts';
import { REFUSALS } from '../errors/refusals/refusals.ts';
import type { Flag } from '../flags/flag.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';

/** A page of docs/ that is written from a table of the program. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly render: () => string;
}

const GENERATED = '<!-- Written by `npm run docs` from the tables in src/; changes made here are lost. -->';

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return lines.join('\n');
}

function valueText({ placeholder, textWhenBare }: Flag): string {
  if (placeholder === undefined) return '';
  return textWhenBare === undefined ? ` ${placeholder}` : `[=${placeholder}]`;
}

function flagRow(flag: Flag): readonly [string, string] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = valueText(flag);
  const fallback = flag.default === undefined ? '' : ` (default \`${flag.default}\`)`;
  return [`\`${short}--${flag.name}${value}\``, flag.description + fallback];
}

function flagTable(flags: readonly Flag[]): string {
  return tableOf(['flag', 'meaning'], flags.map(flagRow));
}

function commandSection(command: Command): string {
  const usage = `\`\`\`\nkubectl-debug ${command.usage}\n\`\`\``;
  return [`## ${command.name}`, `${command.summary}.`, usage, flagTable(command.flags)].join('\n\n');
}

function hasNoEffect(flag: Flag): boolean {
  return flag.hasNoEffect === true;
}

function renderFlags(): string {
  const parts = [
    '# Flags',
    GENERATED,
    'Flags are written as for kubectl: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-it`, `--flag=false`, before and after names. Everything behind `--` belongs to the command in the container.',
    ...COMMANDS.map(commandSection),
    '## Global flags',
    'Every command takes these, before and after its name.',
    flagTable([...GLOBAL_FLAGS.filter((flag) => !hasNoEffect(flag)), ...PROGRAM_FLAGS]),
    '## Accepted without effect',
    'Global flags of kubectl that have nothing to act on here. They are accepted, so that scripts go on to work, and no help shows them.',
    flagTable(GLOBAL_FLAGS.filter(hasNoEffect)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Facts that stand in a hint as more or less than a word of their own. */
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
    'A failure is one line on stderr, `error: what, which object, why [word]`, and often a second one, `hint: what to type next`. The word in brackets stays the same from version to version, so that scripts can go by it; [exit-codes.md](exit-codes.md) says what the exit code tells. A failure with `[internal]` is a bug of this program.',
    tableOf(['word', 'meaning'], rows),
    '## Refusals',
    'Every way in which a cluster says no to a debug container, and what the hint says to type next.',
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
    'How much this program takes of what a server, a node, a pod, a proxy, a plugin or a file sends. What is more is refused, where its row does not say what happens instead: with an error that ends in `[too-large]`, says what it was and names the bound, and it is not asked for again. Output of sessions and logs that are shown has no bound: it is handed on as it comes, and waits on the disk for a reader who is slow.',
    tableOf(['what', 'at most', 'why there', 'what helps'], Object.values(BOUNDS).map(boundRow)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The pages of docs/ that must agree with the tables of the program. */
export const PAGES: readonly Page[] = [
  { path: 'docs/flags.md', render: renderFlags },
  { path: 'docs/errors.md', render: renderErrors },
  { path: 'docs/bounds.md', render: renderBounds },
];
