import { isMapping } from '../../cluster/settings/kubeconfig-entry.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { csvField } from '../../flags/comma-separated.ts';
import { FLAG_TEXT } from '../../flags/flag-text.ts';
import type { Flag } from '../../flags/flag.ts';
import { configurableFlags, onlyWords, whyNotConfigurable } from '../configurable-flags.ts';
import type { ConfigPath, ConfigurableCommand, FlagSettings, Placed } from '../config.ts';
import { ConfigMistake, mapOf, unknownKey, type Reader } from './config-fields.ts';

/** A flag, and the commands that have it. */
interface KnownFlag {
  readonly flag: Flag;
  readonly commands: readonly string[];
}

/** Reads a mapping of flags: each must be one of `commands`, and its value must fit. */
export function readFlagSettings(commands: readonly ConfigurableCommand[]): Reader<FlagSettings> {
  const known = knownFlags(commands);
  const setting: Reader<Placed<readonly string[]>> = (value, path) => {
    const name = String(path.at(-1));
    const found = known.get(name);
    if (found === undefined) throw unknownFlag(path, [...known.keys()], commands);
    return { value: readTexts(found, value, path), path };
  };
  return mapOf(setting);
}

function unknownFlag(
  path: ConfigPath,
  names: readonly string[],
  commands: readonly ConfigurableCommand[],
): ConfigMistake {
  const name = String(path.at(-1));
  const why = whyNotConfigurable(name);
  if (why !== undefined) return new ConfigMistake(path, why);
  const [only, ...others] = commands;
  const where = only !== undefined && others.length === 0 ? `of ${only.name}` : 'of this program';
  return unknownKey(
    path,
    names,
    name.startsWith('-') ? 'must be written without dashes' : `is no flag ${where}`,
  );
}

/** The flags by name. Commands agree on the kind of a flag, as its value must be found before the command is known. */
function knownFlags(commands: readonly ConfigurableCommand[]): ReadonlyMap<string, KnownFlag> {
  const known = new Map<string, KnownFlag>();
  for (const command of commands)
    for (const flag of configurableFlags(command))
      known.set(flag.name, { flag, commands: [...(known.get(flag.name)?.commands ?? []), command.name] });
  return known;
}

function readTexts({ flag, commands }: KnownFlag, value: unknown, path: ConfigPath): readonly string[] {
  if (value === null || value === undefined) throw new ConfigMistake(path, 'has no value');
  const texts = TEXTS[flag.kind](value, path, flag);
  for (const one of texts) {
    checkText(flag, one, path);
    const words = commands.map((command) => onlyWords(command, flag) ?? [one]).flat();
    if (!words.includes(one))
      throw new ConfigMistake(
        path,
        `cannot be ${JSON.stringify(one)}: use one of ${[...new Set(words)].join(', ')}`,
      );
  }
  return texts;
}

function checkText({ kind }: Flag, one: string, path: ConfigPath): void {
  try {
    FLAG_TEXT[kind](one);
  } catch (error) {
    if (!isCliError(error)) throw error;
    const hint = error.hint === undefined ? '' : `; ${error.hint}`;
    throw new ConfigMistake(path, `cannot be ${JSON.stringify(one)}: ${error.message}${hint}`);
  }
}

type TextsOf = (value: unknown, path: ConfigPath, flag: Flag) => readonly string[];

const scalar: TextsOf = (value, path) => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  throw new ConfigMistake(path, 'is not a text');
};

/** `true` is the flag without a value, and `false` its absence. */
const string: TextsOf = (value, path, flag) => {
  if (typeof value !== 'boolean' || flag.textWhenBare === undefined) return scalar(value, path, flag);
  return value ? [flag.textWhenBare] : [];
};

const several: TextsOf = (value, path, flag) =>
  Array.isArray(value)
    ? value.flatMap((each, index) => scalar(each, [...path, index], flag))
    : scalar(value, path, flag);

/** How a value of YAML becomes texts of a flag of this kind. */
const TEXTS: Readonly<Record<Flag['kind'], TextsOf>> = {
  boolean: (value, path) => {
    if (typeof value === 'boolean') return [`${value}`];
    throw new ConfigMistake(path, 'is neither true nor false');
  },
  string,
  strings: (value, path, flag) => several(value, path, flag).map(csvField),
  texts: several,
  'key-values': (value, path, flag) => {
    if (!isMapping(value)) throw new ConfigMistake(path, 'is not a mapping of names to values');
    return Object.entries(value).map(([key, each]) => {
      const [one = ''] = typeof each === 'boolean' ? [`${each}`] : scalar(each, [...path, key], flag);
      return pairText(key, one, [...path, key]);
    });
  },
  integer: (value, path) => {
    if (Number.isInteger(value)) return [String(value)];
    throw new ConfigMistake(path, 'is not a whole number');
  },
  duration: (value, path, flag) => {
    if (typeof value === 'number' && value !== 0)
      throw new ConfigMistake(path, `has no unit: write ${value}s or ${value}m`);
    return scalar(value, path, flag);
  },
};

/** pflag reads a text with two or more `=` as a line of CSV, and strips quotes of any other. */
function pairText(key: string, value: string, path: ConfigPath): string {
  const pair = `${key}=${value}`;
  const typed = pair.split('=').length > 2 ? csvField(pair) : pair;
  const [[, read] = []] = FLAG_TEXT['key-values'](typed);
  if (read === value) return typed;
  throw new ConfigMistake(path, 'cannot begin or end with a quotation mark');
}
