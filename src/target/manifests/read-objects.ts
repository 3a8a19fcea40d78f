import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { isLabelName, isObjectName } from '../../pod/object-names.ts';
import { parseDocuments } from './parse-documents.ts';
import { readTexts, type TextSource } from './read-texts.ts';

/** A document of a manifest, before any check. */
export interface Document {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: unknown;
  readonly spec?: unknown;
  readonly items?: unknown;
}

/** How to read the objects of a manifest. */
export interface ObjectReader<T> {
  /** By kind of v1. A reader returns undefined for an object that lacks required fields. */
  readonly kinds: ReadonlyMap<unknown, (object: Document) => T | undefined>;
  /** The message and the hint for an object of another kind, such as `v1 Secret`. */
  readonly refusal: (what: string) => string;
  readonly hint: string;
}

/**
 * Reads the objects of manifests, in order, with the items of a List one by one. Throws `usage` for a source that
 * cannot be read, for an object of another kind, and if there is no object; and the reason of `signal`.
 */
export async function readObjects<T>(
  { io, signal }: { readonly io: Io; readonly signal: AbortSignal },
  sources: readonly TextSource[],
  reader: ObjectReader<T>,
): Promise<readonly T[]> {
  const objects: T[] = [];
  for (const source of sources) {
    for (const { name, text } of await readTexts(io, source, signal)) {
      const documents = await parseDocuments(text, name);
      for (const document of documents)
        for (const object of readDocument(withoutNulls(document), name, reader)) objects.push(object);
    }
  }
  if (objects.length > 0) return objects;
  throw new CliError('usage', `${sources.map(({ name }) => name).join(', ')} names no pod and no node`);
}

function readDocument<T>(document: unknown, file: string, reader: ObjectReader<T>): readonly T[] {
  const object: Document = isObject(document) ? document : {};
  const { kind, apiVersion } = object;
  const items = apiVersion === 'v1' ? itemsOf(object) : undefined;
  if (items !== undefined) return items.flatMap((item) => readDocument(item, file, reader));
  const read = apiVersion === 'v1' ? reader.kinds.get(kind)?.(object) : undefined;
  if (read !== undefined) {
    requireNames(object, file);
    return [read];
  }
  const what =
    typeof kind === 'string' && typeof apiVersion === 'string' ? `${apiVersion} ${kind}` : 'document';
  throw new CliError('usage', `${file}: ${reader.refusal(what)}`, { hint: reader.hint });
}

/** The items of a list. Those of a PodList have no kind of their own. */
function itemsOf({ kind, items }: Document): readonly object[] | undefined {
  if (kind !== 'List' && kind !== 'PodList') return undefined;
  const objects = Array.isArray(items) ? items.filter(isObject) : [];
  return kind === 'List' ? objects : objects.map((item) => ({ apiVersion: 'v1', kind: 'Pod', ...item }));
}

/** Drops nulls, as Go reads a null as a missing field. Called once for a document, with all nested lists. */
function withoutNulls(document: unknown): unknown {
  const isThere = (_: string, value: unknown): unknown => (value === null ? undefined : value);
  return JSON.parse(JSON.stringify(document), isThere);
}

/** Whether a value is metadata with a name, and with a namespace of type string if any. */
export function isNamed(value: unknown): value is { readonly name: string; readonly namespace?: string } {
  if (!isObject(value) || !('name' in value)) return false;
  const isInPlace = !('namespace' in value) || typeof value.namespace === 'string';
  return typeof value.name === 'string' && value.name !== '' && isInPlace;
}

/** Throws `usage` for an invalid name of the object, its namespace, or one of its containers. */
function requireNames({ kind, metadata, spec }: Document, file: string): void {
  const refuse = (what: string, name: string): CliError =>
    new CliError('usage', `${file}: "${name}" cannot be the name of a ${what}`, {
      hint: 'use lower case letters, digits and hyphens, with no hyphen at either end',
    });
  const { name, namespace = '' } = isNamed(metadata) ? metadata : { name: '' };
  if (!isObjectName(name)) throw refuse(String(kind).toLowerCase(), name);
  if (namespace !== '' && !isLabelName(namespace)) throw refuse('namespace', namespace);
  const lists = isObject(spec) ? Object.entries(spec).filter(([field]) => /containers$/i.test(field)) : [];
  const containers = lists.flatMap(([, list]): readonly unknown[] => (Array.isArray(list) ? list : []));
  const wrong = containers.filter(isNamed).find((container) => !isLabelName(container.name));
  if (wrong !== undefined) throw refuse('container', wrong.name);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
