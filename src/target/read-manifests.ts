import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import type { Pod } from '../pod/types.ts';
import { parseDocuments } from './parse-documents.ts';

/** What a manifest names: a pod as it stands there, or a node. */
export type Manifest =
  { readonly kind: 'pod'; readonly pod: Pod } | { readonly kind: 'node'; readonly name: string };

const EXTENSIONS = ['.json', '.yaml', '.yml'];
const STDIN = '-';

/**
 * Reads the manifests that `-f` names: files, the files of a folder, or stdin for `-`. Throws `usage` for a file that
 * cannot be read, and for a document that is no pod and no node.
 */
export async function readManifests(io: Io, files: readonly string[]): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = [];
  for (const file of files) {
    for (const { name, text } of await readTexts(io, file)) {
      const documents = await parseDocuments(text, name);
      manifests.push(...documents.flatMap((document) => readDocument(document, name)));
    }
  }
  if (manifests.length === 0) throw new CliError('usage', `${files.join(', ')} names no pod and no node`);
  return manifests;
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

async function readTexts(io: Io, file: string): Promise<readonly NamedText[]> {
  if (file === STDIN) return [{ name: 'stdin', text: await readStdin(io) }];
  const location = path.resolve(io.workingDirectory, file);
  try {
    const isFolder = (await stat(location)).isDirectory();
    const names = isFolder ? (await readdir(location)).toSorted().filter(isManifestName) : [''];
    return await Promise.all(
      names.map(async (name) => ({
        name: path.join(file, name),
        text: await readFile(path.join(location, name), 'utf8'),
      })),
    );
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('usage', `cannot read ${file}: ${why}`, { cause });
  }
}

function isManifestName(name: string): boolean {
  return EXTENSIONS.includes(path.extname(name));
}

async function readStdin(io: Io): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

interface Document {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: unknown };
  readonly spec?: { readonly containers?: unknown };
  readonly items?: unknown;
}

function readDocument(document: unknown, file: string): readonly Manifest[] {
  const object: Document = typeof document === 'object' && document !== null ? document : {};
  const kind = object.apiVersion === 'v1' ? object.kind : undefined;
  if (kind === 'List' || kind === 'PodList')
    return itemsOf(object).flatMap((item) => readDocument(withKind(item, kind), file));
  const name = nameOf(object);
  if (name === undefined) throw unusable(object, file);
  if (kind === 'Node') return [{ kind: 'node', name }];
  if (kind === 'Pod' && Array.isArray(object.spec?.containers))
    return [{ kind: 'pod', pod: document as Pod }];
  throw unusable(object, file);
}

function itemsOf({ items }: Document): readonly unknown[] {
  return Array.isArray(items) ? items : [];
}

function nameOf({ metadata }: Document): string | undefined {
  const name = metadata?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** The items of a PodList do not say what they are. */
function withKind(item: unknown, list: unknown): unknown {
  const known = list === 'PodList' ? { apiVersion: 'v1', kind: 'Pod' } : {};
  return typeof item === 'object' && item !== null ? { ...known, ...item } : item;
}

function unusable({ kind, apiVersion }: Document, file: string): CliError {
  const what =
    typeof kind === 'string' && typeof apiVersion === 'string' ? `${apiVersion} ${kind}` : 'document';
  return new CliError('usage', `${file}: cannot debug this ${what}`, {
    hint: 'a manifest must be of a v1 Pod with a name and containers, or of a v1 Node with a name',
  });
}
