import {
  explainConfig,
  type ExplainedConfig,
  type ExplainedFlag,
} from '../../config/apply/explain-config.ts';
import { describeOrigin } from '../../config/apply/describe-origin.ts';
import type { ConfigPath } from '../../config/config.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput, FlagOrigin } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { printable } from '../../output/printable.ts';
import { openTable } from '../../output/table/table.ts';
import { writeText } from '../../output/write-text.ts';
import { COMMANDS } from '../command-table.ts';

/** `check --config`: prints what is set without being typed, and where. Asks no server. Throws `config`. */
export async function checkConfig(io: Io, input: CommandInput): Promise<number> {
  await writeText(io.stdout, renderConfig(await explainConfig(io, COMMANDS, input)));
  return CHECK_EXIT.ok;
}

function renderConfig(config: ExplainedConfig): string {
  const placeOf: PlaceOf = (file, path) => {
    if (file === undefined) return 'built in';
    const line = config.lineOf(file, path);
    return line === undefined ? file : `${file}:${line}`;
  };
  const tables = TABLES.map((table) => table(config, placeOf));
  return [renderFiles(config), ...tables].filter((text) => text !== '').join('\n');
}

/** Names the line of a value. */
type PlaceOf = (file: string | undefined, path: ConfigPath) => string;

function renderFiles({ looked, files, place }: ExplainedConfig): string {
  const lines = looked.map((path) => {
    const found = files.find(({ file }) => file === path);
    return `${path}${found === undefined ? ' (does not exist)' : ''}`;
  });
  const namespaces = place.namespaces === 'all' ? 'all' : place.namespaces.join(', ');
  return [
    ...lines.map((line) => `file       ${line}`),
    `context    ${place.context === '' ? 'none' : place.context}`,
    `namespace  ${namespaces}`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** Each is empty if nothing is configured of its kind. */
const TABLES: readonly ((config: ExplainedConfig, placeOf: PlaceOf) => string)[] = [
  ({ flags }, placeOf) =>
    tableOf(
      ['FLAG', 'VALUE', 'SET BY', 'IN PLACE OF', 'COMMANDS'],
      flags.map((flag) => flagRow(flag, placeOf)),
    ),
  ({ required }, placeOf) =>
    tableOf(
      ['REQUIRED', 'BY'],
      required.map(({ value, file, path }) => [`--${value}`, placeOf(file, path)]),
    ),
  ({ images }, placeOf) =>
    tableOf(
      ['SHORT NAME', 'IMAGE', 'SET BY'],
      [...images.images].map(([name, { value, path, file }]) => [name, value, placeOf(file, path)]),
    ),
  ({ images }, placeOf) =>
    tableOf(
      ['REGISTRY', 'BECOMES', 'SET BY'],
      [...images.registries].map(([name, { value, path, file }]) => [name, value, placeOf(file, path)]),
    ),
  ({ presets }, placeOf) =>
    tableOf(
      ['PRESET', 'DESCRIPTION', 'SET BY'],
      [...presets].map(([name, { value, path, file }]) => [name, value.description, placeOf(file, path)]),
    ),
];

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : openTable(head).rows(rows);
}

function flagRow(flag: ExplainedFlag, placeOf: PlaceOf): readonly string[] {
  const { commands, name, texts, origin, isLocked, replaced } = flag;
  const by = (one: FlagOrigin): string =>
    one.kind === 'file' ? placeOf(one.file, one.path) : describeOrigin(one);
  const others = replaced.map((each) => `${shown(name, each.texts)} (${by(each.origin)})`);
  return [
    `--${name}`,
    shown(name, texts),
    `${by(origin)}${isLocked ? ', locked' : ''}`,
    others.length === 0 ? '-' : others.join(', '),
    commands.join(','),
  ];
}

/** Variables can hold secrets, and people pass this table on. */
function shown(name: string, texts: readonly string[]): string {
  const safe = name === 'env' ? texts.map((text) => text.replace(/=.*/s, '=***')) : texts;
  return texts.length === 0 ? 'not set' : safe.join(',');
}
