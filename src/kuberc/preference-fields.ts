import { isMapping } from '../cluster/settings/kubeconfig-entry.ts';

/** A document, or a field of it, is something else than kubectl reads; the message names it. */
export class FieldMismatch extends Error {}

/** Reads a value that stands at `path`, as `aliases[0].name`; throws `FieldMismatch`. */
export type FieldReader<T> = (value: unknown, path: string) => T;

/** An absent text is empty, as in Go. */
export const text: FieldReader<string> = (value, path) => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new FieldMismatch(`${path} is not a text${typeof value === 'object' ? '' : ': put it into quotes'}`);
};

/** A list of what `item` reads; undefined where there is none. */
export const listOf =
  <T>(item: FieldReader<T>): FieldReader<readonly T[] | undefined> =>
  (value, path) => {
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) throw new FieldMismatch(`${path} is not a list`);
    return value.map((each, index) => item(each, `${path}[${index}]`));
  };

/** Reads one field of a mapping by its name. */
export type FieldOf = <T>(name: string, read: FieldReader<T>) => T;

/**
 * A mapping, of which `read` asks for each field that it knows; the paths of all others are added to `unknown`. Names
 * count as they are written, letter case included, and nothing at all is an empty mapping.
 */
export const mapping =
  <T>(unknown: string[], read: (field: FieldOf) => T): FieldReader<T> =>
  (value, path) => {
    if (!isMapping(value ?? {})) throw new FieldMismatch(`${path === '' ? 'it' : path} is not a mapping`);
    const fields = new Map(Object.entries(value ?? {}));
    const known = new Set<string>();
    const pathOf = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const result = read((name, readField) => {
      known.add(name);
      return readField(fields.get(name), pathOf(name));
    });
    for (const name of fields.keys()) if (!known.has(name)) unknown.push(pathOf(name));
    return result;
  };
