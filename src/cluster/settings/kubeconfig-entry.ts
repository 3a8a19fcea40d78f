import { dirname, resolve } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';

/** A part of a kubeconfig that was not looked at yet, with what an error about it has to name. */
export interface KubeconfigEntry {
  /** `user "dev"`, and below it `user "dev", exec`. */
  readonly label: string;
  /** Where it was read; relative paths in it start from there. */
  readonly file: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The failure of one entry: which, in which file, why. */
export function entryError({ label, file }: KubeconfigEntry, why: string, hint?: string): CliError {
  return new CliError('kubeconfig', `${label} in ${file}: ${why}`, hint === undefined ? {} : { hint });
}

/** A text; undefined when it is absent or empty. Throws `kubeconfig` when it is anything else. */
export function textField(entry: KubeconfigEntry, name: string): string | undefined {
  const value = entry.fields[name] ?? '';
  if (typeof value !== 'string') throw entryError(entry, `${name} must be text`, 'put it in quotes');
  return value === '' ? undefined : value;
}

/** A path, made absolute. Throws as `textField`. */
export function pathField(entry: KubeconfigEntry, name: string): string | undefined {
  const path = textField(entry, name);
  return path === undefined ? undefined : resolve(dirname(entry.file), path);
}

/** A boolean, false by default. Throws `kubeconfig` when it is anything else. */
export function booleanField(entry: KubeconfigEntry, name: string): boolean {
  const value = entry.fields[name] ?? false;
  if (typeof value !== 'boolean') throw entryError(entry, `${name} must be true or false`);
  return value;
}

/** A list, empty by default. Throws `kubeconfig` when it is anything else. */
export function listField(entry: KubeconfigEntry, name: string): readonly unknown[] {
  const value = entry.fields[name] ?? [];
  if (!Array.isArray(value)) throw entryError(entry, `${name} must be a list`);
  return value;
}

/** A list of texts. Throws as `listField`. */
export function textsField(entry: KubeconfigEntry, name: string): readonly string[] {
  return listField(entry, name).map((value) => {
    if (typeof value !== 'string')
      throw entryError(entry, `${name} must be a list of texts`, 'put them in quotes');
    return value;
  });
}

/** An entry inside of an entry; undefined when it is absent. Throws `kubeconfig` when it is no mapping. */
export function innerEntry(entry: KubeconfigEntry, name: string): KubeconfigEntry | undefined {
  const value = entry.fields[name] ?? undefined;
  if (value === undefined) return undefined;
  if (!isMapping(value)) throw entryError(entry, `${name} must be a mapping`);
  return { ...entry, label: `${entry.label}, ${name}`, fields: value };
}

/** The entries of a list of mappings. Throws as `listField`. */
export function innerEntries(entry: KubeconfigEntry, name: string): readonly KubeconfigEntry[] {
  return listField(entry, name).map((value, index) => {
    if (!isMapping(value)) throw entryError(entry, `${name}[${index}] must be a mapping`);
    return { ...entry, label: `${entry.label}, ${name}[${index}]`, fields: value };
  });
}

/** Whether a parsed value has named members. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
