import type { FlagDefault, FlagOrigin } from '../../flags/flag.ts';
import {
  originIn,
  type Config,
  type ConfigurableCommand,
  type FlagSettings,
  type Placed,
  type Scope,
} from '../config.ts';
import { configurableFlags } from '../configurable-flags.ts';

/** The value that each flag gets without being typed, by the name of the flag. */
export type Defaults = ReadonlyMap<string, FlagDefault>;

/** What one file sets for a command. `scopes` are the file itself and the rules that fit, in the order of the file. */
export function defaultsOfFile(
  file: Pick<Config, 'file'>,
  scopes: readonly Scope[],
  command: ConfigurableCommand,
): Defaults {
  const settings = scopes.flatMap(({ defaults, commands }) => [defaults, commands.get(command.name) ?? NONE]);
  return over(...settings.map((each) => defaultsOf(each, command, (path) => originIn(file, path))));
}

const NONE: FlagSettings = new Map();

/** The settings that concern a command. */
export function defaultsOf(
  settings: FlagSettings,
  command: ConfigurableCommand,
  originOf: (path: Placed<unknown>['path']) => FlagOrigin,
): Defaults {
  const names = new Set(configurableFlags(command).map(({ name }) => name));
  return new Map(
    [...settings]
      .filter(([name]) => names.has(name))
      .map(([name, { value, path }]) => [name, { texts: value, origin: originOf(path) }]),
  );
}

/** Lays later defaults over earlier ones. */
export function over(...layers: readonly Defaults[]): Defaults {
  return new Map(layers.flatMap((layer) => [...layer]));
}
