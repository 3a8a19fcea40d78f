import type { Flag, FlagOrigin } from '../flags/flag.ts';

/** A command of this program, as far as a config concerns it. */
export interface ConfigurableCommand {
  readonly name: string;
  /** Without the global flags. */
  readonly flags: readonly Flag[];
}

/** Leads to a value in a config file. */
export type ConfigPath = readonly (string | number)[];

/** A value of a config file, and where it is. */
export interface Placed<T> {
  readonly value: T;
  readonly path: ConfigPath;
}

/** The texts of flags by name, each as one would type it. No text means that the flag is not set. */
export type FlagSettings = ReadonlyMap<string, Placed<readonly string[]>>;

/** Defaults of flags, and flags that must be set. */
export interface Scope {
  /** For every command that has the flag. */
  readonly defaults: FlagSettings;
  /** By the name of a command; they go before `defaults`. */
  readonly commands: ReadonlyMap<string, FlagSettings>;
  /** Names of flags that a call must set if its command has them. */
  readonly require: readonly Placed<string>[];
}

/** A scope for some contexts and namespaces. Without patterns it is for all. */
export interface Rule extends Scope {
  readonly contexts: readonly string[] | undefined;
  readonly namespaces: readonly string[] | undefined;
}

/** A named set of flags, for every command that has them, and perhaps a command to run. */
export interface Preset {
  readonly description: string;
  readonly flags: FlagSettings;
  /** What is typed after `--` is appended. */
  readonly command?: readonly string[];
  /** The word that its command cannot do without, as a placeholder; absent if it needs none. */
  readonly needs?: string;
  /** Whether its command makes do with many an image, so that one of the environment or a file goes before its own. */
  readonly yieldsImage?: true;
}

/** Runs a shell script that gets the words after it as `$1`, `$2` …; none of them is ever read as shell. */
export function scriptCommand(name: string, script: string): readonly string[] {
  return ['sh', '-c', script, name];
}

/** One config file, checked. */
export interface Config extends Scope {
  readonly file: string;
  /** A later rule goes before an earlier one. */
  readonly rules: readonly Rule[];
  /** Images by their short names. */
  readonly images: ReadonlyMap<string, Placed<string>>;
  /** What replaces the beginning of the names of images. */
  readonly registries: ReadonlyMap<string, Placed<string>>;
  readonly presets: ReadonlyMap<string, Placed<Preset>>;
  /** What nothing below this file may change: names of flags, and of sections. Only a company's file has them. */
  readonly locked: readonly string[];
}

/** The sections that `locked` can name, beside flags. */
export const LOCKABLE_SECTIONS = ['images', 'registries', 'presets'] as const;

/** Where a value of a config file comes from. */
export function originIn({ file }: Pick<Config, 'file'>, path: ConfigPath): FlagOrigin {
  return { kind: 'file', file, path };
}

/** A path as it is written in jq and kubectl, for example `rules[0].defaults.image`. */
export function textOfPath(path: ConfigPath): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return path.length === 0 ? 'the file' : parts.join('').replace(/^\./, '');
}
