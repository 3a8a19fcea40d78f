import { isRegistryHost } from '../../pod/images/image-reference.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { checkImageName } from '../../plan/request/check-image-name.ts';
import { configurableFlags } from '../configurable-flags.ts';
import {
  LOCKABLE_SECTIONS,
  scriptCommand,
  type Config,
  type ConfigPath,
  type ConfigurableCommand,
  type FlagSettings,
  type Preset,
  type Rule,
  type Scope,
} from '../config.ts';
import {
  ConfigMistake,
  fieldsOf,
  listOf,
  mapOf,
  placed,
  text,
  unknownKey,
  type Reader,
} from './config-fields.ts';
import { readFlagSettings } from './flag-settings.ts';

/** What a file is read for. */
export interface ConfigContext {
  readonly file: string;
  readonly commands: readonly ConfigurableCommand[];
  /** Whether it is the file of a company, which alone can lock. */
  readonly isOfCompany: boolean;
}

const SCOPE_KEYS = ['defaults', 'commands', 'require'];
export const RULE_KEYS = ['contexts', 'namespaces', ...SCOPE_KEYS];
export const CONFIG_KEYS = ['$schema', ...SCOPE_KEYS, 'rules', ...LOCKABLE_SECTIONS, 'locked'];
export const PRESET_KEYS = ['description', 'flags', 'command'];

/** Checks the contents of a config file; an empty file sets nothing. Throws `ConfigMistake` for the first mistake. */
export function decodeConfig(value: unknown, context: ConfigContext): Config {
  const field = fieldsOf(value, [], CONFIG_KEYS);
  const { commands, file, isOfCompany } = context;
  const locked = readList(field('locked'), ['locked'], nameOf(lockable(commands)));
  if (locked.length > 0 && !isOfCompany)
    throw new ConfigMistake(['locked'], "is only for a company's file, which nobody below it can change");
  return {
    file,
    ...readScope(field, [], commands),
    rules: readList(field('rules'), ['rules'], ruleOf(commands)),
    images: mapOf(placed(image))(field('images'), ['images']),
    registries: mapOf(placed(registry))(field('registries'), ['registries']),
    presets: mapOf(placed(presetOf(commands)))(field('presets'), ['presets']),
    locked,
  };
}

function lockable(commands: readonly ConfigurableCommand[]): readonly string[] {
  return [...flagNames(commands), ...LOCKABLE_SECTIONS];
}

function flagNames(commands: readonly ConfigurableCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(configurableFlags).map(({ name }) => name))];
}

function readList<T>(value: unknown, path: ConfigPath, item: Reader<T>): readonly T[] {
  return value === undefined || value === null ? [] : listOf(item)(value, path);
}

/** One of a set of names. */
function nameOf(known: readonly string[]): Reader<string> {
  return (value, path) => {
    const name = text(value, path);
    if (known.includes(name)) return name;
    const { message } = unknownKey([name], known, 'names no flag of this program');
    throw new ConfigMistake(path, `is "${name}", which ${message}`);
  };
}

function readScope(
  field: (name: string) => unknown,
  path: ConfigPath,
  commands: readonly ConfigurableCommand[],
): Scope {
  return {
    defaults: readFlagSettings(commands)(field('defaults'), [...path, 'defaults']),
    commands: readCommands(field('commands'), [...path, 'commands'], commands),
    require: readList(field('require'), [...path, 'require'], placed(nameOf(flagNames(commands)))),
  };
}

function readCommands(
  value: unknown,
  path: ConfigPath,
  commands: readonly ConfigurableCommand[],
): ReadonlyMap<string, FlagSettings> {
  return mapOf<FlagSettings>((each, of) => {
    const command = commands.find(({ name }) => name === of.at(-1));
    if (command !== undefined) return readFlagSettings([command])(each, of);
    throw unknownKey(
      of,
      commands.map(({ name }) => name),
      'is no command of this program',
    );
  })(value, path);
}

function ruleOf(commands: readonly ConfigurableCommand[]): Reader<Rule> {
  return (value, path) => {
    const field = fieldsOf(value, path, RULE_KEYS);
    const patterns = (name: string): readonly string[] | undefined => {
      const found = readList(field(name), [...path, name], text);
      return found.length === 0 ? undefined : found;
    };
    return {
      contexts: patterns('contexts'),
      namespaces: patterns('namespaces'),
      ...readScope(field, path, commands),
    };
  };
}

function presetOf(commands: readonly ConfigurableCommand[]): Reader<Preset> {
  return (value, path) => {
    const name = String(path.at(-1));
    if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
      throw new ConfigMistake(path, 'must be written with the letters a to z, digits and dashes');
    const field = fieldsOf(value, path, PRESET_KEYS);
    const flags = readFlagSettings(commands)(field('flags'), [...path, 'flags']);
    if (flags.has('preset'))
      throw new ConfigMistake([...path, 'flags', 'preset'], 'cannot be part of a preset');
    const command = field('command');
    return {
      description:
        field('description') === undefined ? '' : text(field('description'), [...path, 'description']),
      flags,
      ...(command !== undefined && { command: commandOf(name)(command, [...path, 'command']) }),
    };
  };
}

/** A list is the command word by word; a text is a script, as in a Dockerfile. */
function commandOf(name: string): Reader<readonly string[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return scriptCommand(name, text(value, path));
    if (value.length === 0) throw new ConfigMistake(path, 'is empty');
    return listOf(text)(value, path);
  };
}

const image: Reader<string> = (value, path) => {
  const name = text(value, path);
  if (isImageName(name)) return name;
  throw new ConfigMistake(path, `is ${JSON.stringify(name)}, which is no name of an image`);
};

/** A registry, or a registry and a part of the path. A first word without a dot or a port would be no registry. */
const registry: Reader<string> = (value, path) => {
  const prefix = text(value, path).replace(/\/$/, '');
  if (isRegistry(prefix)) return prefix;
  throw new ConfigMistake(path, `is ${JSON.stringify(prefix)}, which begins with no registry`);
};

function isRegistry(prefix: string): boolean {
  const [host = ''] = prefix.split('/');
  return isRegistryHost(host) && isImageName(`${prefix}/image`);
}

function isImageName(name: string): boolean {
  try {
    checkImageName(name);
    return true;
  } catch (error) {
    if (!isCliError(error)) throw error;
    return false;
  }
}
