import { dirname, resolve } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';

/** An unparsed part of a kubeconfig, with its place for errors. */
export interface KubeconfigEntry {
  /** `user "dev"`, or for an inner entry `user "dev", exec`. */
  readonly label: string;
  /** Its file, the base of relative paths. */
  readonly file: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Makes the error for an entry. */
export function entryError({ label, file }: KubeconfigEntry, why: string, hint?: string): CliError {
  return new CliError('kubeconfig', `${label} in ${file}: ${why}`, hint === undefined ? {} : { hint });
}

/** Reads a text; undefined if absent or empty. Throws `kubeconfig` for any other type. */
export function textField(entry: KubeconfigEntry, name: string): string | undefined {
  const value = entry.fields[name] ?? '';
  if (typeof value !== 'string') throw entryError(entry, `${name} must be text`, 'put it in quotes');
  return value === '' ? undefined : value;
}

/** Reads a path and makes it absolute. Throws as `textField`. */
export function pathField(entry: KubeconfigEntry, name: string): string | undefined {
  const path = textField(entry, name);
  return path === undefined ? undefined : resolve(dirname(entry.file), path);
}

/** Reads a boolean, false by default. Throws `kubeconfig` for any other type. */
export function booleanField(entry: KubeconfigEntry, name: string): boolean {
  const value = entry.fields[name] ?? false;
  if (typeof value !== 'boolean') throw entryError(entry, `${name} must be true or false`);
  return value;
}

/** Reads a list, empty by default. Throws `kubeconfig` for any other type. */
function listField(entry: KubeconfigEntry, name: string): readonly unknown[] {
  const value = entry.fields[name] ?? [];
  if (!Array.isArray(value)) throw entryError(entry, `${name} must be a list`);
  return value;
}

/** Reads a list of texts. Throws as `listField`. */
export function textsField(entry: KubeconfigEntry, name: string): readonly string[] {
  return listField(entry, name).map((value) => {
    if (typeof value !== 'string')
      throw entryError(entry, `${name} must be a list of texts`, 'put them in quotes');
    return value;
  });
}

/** Reads an inner mapping; undefined if absent. Throws `kubeconfig` for any other type. */
export function innerEntry(entry: KubeconfigEntry, name: string): KubeconfigEntry | undefined {
  const value = entry.fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!isMapping(value)) throw entryError(entry, `${name} must be a mapping`);
  return { ...entry, label: `${entry.label}, ${name}`, fields: value };
}

/** Reads a list of mappings. Throws as `listField`. */
export function innerEntries(entry: KubeconfigEntry, name: string): readonly KubeconfigEntry[] {
  return listField(entry, name).map((value, index) => {
    if (!isMapping(value)) throw entryError(entry, `${name}[${index}] must be a mapping`);
    return { ...entry, label: `${entry.label}, ${name}[${index}]`, fields: value };
  });
}

/** Whether a parsed value is a mapping. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
