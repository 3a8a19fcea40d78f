import { isMapping } from '../../cluster/settings/kubeconfig-entry.ts';
import { suggestWord } from '../../errors/suggest.ts';
import type { ConfigPath, Placed } from '../config.ts';

/** A value of a config file cannot be used. The message continues `PATH …`. */
export class ConfigMistake extends Error {
  readonly path: ConfigPath;
  constructor(path: ConfigPath, message: string) {
    super(message);
    this.path = path;
  }
}

/** Reads the value at `path`. Throws `ConfigMistake`. */
export type Reader<T> = (value: unknown, path: ConfigPath) => T;

/** Reads a text; a number counts as its digits. */
export const text: Reader<string> = (value, path) => {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value !== '') return value;
  throw new ConfigMistake(path, value === '' ? 'is empty' : 'is not a text');
};

/** Reads a list, or a single item as a list of one. */
export const listOf =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) return [item(value, path)];
    return value.map((each, index) => item(each, [...path, index]));
  };

/** Reads a value and remembers its place. */
export const placed =
  <T>(read: Reader<T>): Reader<Placed<T>> =>
  (value, path) => ({ value: read(value, path), path });

/** Reads a mapping whose keys the user chooses. Absent, it is empty. */
export const mapOf =
  <T>(item: Reader<T>): Reader<ReadonlyMap<string, T>> =>
  (value, path) =>
    new Map(entriesOf(value, path).map(([key, each]) => [key, item(each, [...path, key])]));

/** Reads a mapping by the readers of its keys. A key that has none is a mistake. Absent, it is empty. */
export function fieldsOf(
  value: unknown,
  path: ConfigPath,
  known: readonly string[],
): (name: string) => unknown {
  const fields = new Map(entriesOf(value, path));
  for (const key of fields.keys())
    if (!known.includes(key)) throw unknownKey([...path, key], known, 'is not a key that is known here');
  return (name) => fields.get(name);
}

/** A mistake about the last key of the path, with the nearest known one. */
export function unknownKey(path: ConfigPath, known: readonly string[], why: string): ConfigMistake {
  const near = suggestWord(String(path.at(-1)), known);
  return new ConfigMistake(path, near === undefined ? why : `${why}; did you mean "${near}"?`);
}

function entriesOf(value: unknown, path: ConfigPath): readonly (readonly [string, unknown])[] {
  if (value === undefined || value === null) return [];
  if (!isMapping(value)) throw new ConfigMistake(path, 'is not a mapping');
  return Object.entries(value);
}
