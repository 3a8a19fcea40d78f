import { isMapping } from '../cluster/settings/kubeconfig-entry.ts';

/** A document or field has a wrong type. The message names it. */
export class FieldMismatch extends Error {}

/** Reads the value at `path`, such as `aliases[0].name`. Throws `FieldMismatch`. */
export type FieldReader<T> = (value: unknown, path: string) => T;

/** Reads a text. As in Go, an absent text is empty. */
export const text: FieldReader<string> = (value, path) => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw new FieldMismatch(`${path} is not a text${typeof value === 'object' ? '' : ': put it into quotes'}`);
};

/** Reads a list with `item`; undefined if absent. */
export const listOf =
  <T>(item: FieldReader<T>): FieldReader<readonly T[] | undefined> =>
  (value, path) => {
    if (value === undefined || value === null) return undefined;
    if (!Array.isArray(value)) throw new FieldMismatch(`${path} is not a list`);
    return value.map((each, index) => item(each, `${path}[${index}]`));
  };

/** Reads one field of a mapping by its name. */
type FieldOf = <T>(name: string, read: FieldReader<T>) => T;

/**
 * Reads a mapping: `read` asks for each known field, and the paths of all others go to `unknown`. Names are
 * case-sensitive. An absent mapping is empty.
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
