import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import type { Pod } from '../pod/types.ts';
import { parseDocuments } from './parse-documents.ts';
import { readTexts } from './read-texts.ts';

/** What a manifest names: a pod as it stands there, or a node. */
export type Manifest =
  { readonly kind: 'pod'; readonly pod: Pod } | { readonly kind: 'node'; readonly name: string };

/**
 * Reads the manifests that the values of `-f` name, in order. Throws `usage` for what cannot be read, for a document
 * that is no pod and no node, and where there is none at all; the reason of `signal` when that is aborted.
 */
export async function readManifests(
  io: Io,
  sources: readonly string[],
  signal: AbortSignal,
): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  for (const source of sources) {
    for (const { name, text } of await readTexts(io, source, signal)) {
      const documents = await parseDocuments(text, name);
      manifests.push(...documents.flatMap((document) => readDocument(document, name)));
    }
  }
  if (manifests.length === 0) throw new CliError('usage', `${sources.join(', ')} names no pod and no node`);
  return manifests;
}

interface Document {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: unknown;
  readonly spec?: unknown;
  readonly items?: unknown;
}

type Reader = (object: Document, file: string) => readonly Manifest[] | undefined;

/** By kind, all of v1; they return undefined for an object that lacks what it needs. */
const READERS: ReadonlyMap<unknown, Reader> = new Map<unknown, Reader>([
  ['Pod', readPod],
  ['Node', readNode],
  ['List', readList],
  ['PodList', readPodList],
]);

function readDocument(document: unknown, file: string): readonly Manifest[] {
  const object: Document = isObject(document) ? withoutNulls(document) : {};
  const { kind, apiVersion } = object;
  const read = apiVersion === 'v1' ? READERS.get(kind) : undefined;
  const manifests = read?.(object, file);
  if (manifests !== undefined) return manifests;
  const what =
    typeof kind === 'string' && typeof apiVersion === 'string' ? `${apiVersion} ${kind}` : 'document';
  throw new CliError('usage', `${file}: cannot debug this ${what}`, {
    hint: 'a manifest must be of a v1 Pod with a name and containers, or of a v1 Node with a name',
  });
}

/** Go takes a null for a field that is not there. */
function withoutNulls(object: object): object {
  const isThere = (_: string, value: unknown): unknown => (value === null ? undefined : value);
  const copy: unknown = JSON.parse(JSON.stringify(object), isThere);
  return isObject(copy) ? copy : {};
}

/** Checks what planning reads; all else is for the API server to check. */
function readPod(object: Document): readonly Manifest[] | undefined {
  const { metadata, spec } = object;
  if (!isNamed(metadata) || !isObject(spec)) return undefined;
  if ('namespace' in metadata && typeof metadata.namespace !== 'string') return undefined;
  const { containers, initContainers = [], ephemeralContainers = [] }: Containers = spec;
  const areNamed = [containers, initContainers, ephemeralContainers].every(
    (list) => Array.isArray(list) && list.every(isNamed),
  );
  return areNamed ? [{ kind: 'pod', pod: object as Pod }] : undefined;
}

interface Containers {
  readonly containers?: unknown;
  readonly initContainers?: unknown;
  readonly ephemeralContainers?: unknown;
}

function readNode({ metadata }: Document): readonly Manifest[] | undefined {
  return isNamed(metadata) ? [{ kind: 'node', name: metadata.name }] : undefined;
}

function readList({ items }: Document, file: string): readonly Manifest[] {
  return objectsOf(items).flatMap((item) => readDocument(item, file));
}

/** Its items do not say what they are. */
function readPodList({ items }: Document, file: string): readonly Manifest[] {
  return objectsOf(items).flatMap((item) => readDocument({ apiVersion: 'v1', kind: 'Pod', ...item }, file));
}

function isNamed(value: unknown): value is { readonly name: string } {
  return isObject(value) && 'name' in value && typeof value.name === 'string' && value.name !== '';
}

function objectsOf(items: unknown): readonly object[] {
  return Array.isArray(items) ? items.filter(isObject) : [];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
