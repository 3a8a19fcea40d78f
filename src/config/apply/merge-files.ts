import { BUILT_IN_PRESETS } from '../builtin-presets.ts';
import type { Config, LOCKABLE_SECTIONS, Placed, Preset, Scope } from '../config.ts';
import { fitsPlace, type Place } from './place.ts';

type Section = (typeof LOCKABLE_SECTIONS)[number];

/** An entry of a section, and the file that it is in; no file for a built-in one. */
export interface Entry<T> extends Placed<T> {
  readonly file: string | undefined;
}

/** The entries of a section: those of later files go before earlier ones, unless an earlier file locks the section. */
export function mergeSection<T>(
  files: readonly Config[],
  section: Section,
  entriesOf: (config: Config) => ReadonlyMap<string, Placed<T>>,
): ReadonlyMap<string, Entry<T>> {
  const merged = new Map<string, Entry<T>>();
  for (const config of files) {
    for (const [name, entry] of entriesOf(config)) merged.set(name, { ...entry, file: config.file });
    if (config.locked.includes(section)) break;
  }
  return merged;
}

/** The presets of the files, and the built-in ones that no file replaces. A company that locks presets offers only its own. */
export function mergePresets(files: readonly Config[]): ReadonlyMap<string, Entry<Preset>> {
  const ofFiles = mergeSection(files, 'presets', ({ presets }) => presets);
  if (files.some(({ locked }) => locked.includes('presets'))) return ofFiles;
  const builtIn = [...BUILT_IN_PRESETS].map(
    ([name, entry]) => [name, { ...entry, file: undefined }] as const,
  );
  return new Map([...builtIn, ...ofFiles]);
}

/** Whether a place matters to one of the files. */
export function needPlace(files: readonly Config[]): boolean {
  return files.some(({ rules }) =>
    rules.some((rule) => rule.contexts !== undefined || rule.namespaces !== undefined),
  );
}

/** The file itself, and those of its rules that fit. Without a place, no rule needs one. */
export function scopesOf(config: Config, place: Place | undefined): readonly Scope[] {
  return [config, ...config.rules.filter((rule) => place === undefined || fitsPlace(rule, place))];
}
