import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import { countAgainst, readWithin } from '../../cluster/formats/read-at-most.ts';
import { shownAddress } from '../../cluster/settings/server-address.ts';
import { expandPattern } from './expand-pattern.ts';

/** A text, and its name in messages. */
interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** One value of `-f`, or `-` for stdin. */
export interface TextSource {
  readonly name: string;
  /** Whether to read subfolders too. */
  readonly isRecursive: boolean;
}

const EXTENSIONS = ['.json', '.yaml', '.yml'];

/**
 * Reads the texts of one value of `-f`: a file, the manifests in a folder, the files that match a pattern, `-` for
 * stdin, or a web address. Throws `usage` for a source that cannot be read, `too-large` above the bound of a file or of
 * all of them, and the reason of `signal`.
 */
export async function readTexts(
  io: Io,
  source: TextSource,
  signal: AbortSignal,
): Promise<readonly NamedText[]> {
  const { name } = source;
  if (/^https?:\/\//.test(name)) return [await readAddress(io, name, signal)];
  try {
    if (name === '-') return [{ name: 'stdin', text: await readStdin(io, signal) }];
    return await readFiles(source, io.workingDirectory);
  } catch (cause) {
    signal.throwIfAborted();
    throw cannotRead(name, cause);
  }
}

async function readAddress(io: Io, address: string, signal: AbortSignal): Promise<NamedText> {
  const name = shownAddress(address);
  const { download } = await import('./download.ts');
  try {
    return { name, text: decode(await download(io, address, signal)) };
  } catch (cause) {
    signal.throwIfAborted();
    throw cannotRead(name, cause);
  }
}

function cannotRead(name: string, cause: unknown): CliError {
  if (isCliError(cause) && cause.kind === 'too-large') return cause;
  const why = errorText(cause);
  // This includes addresses with another scheme, or one in upper case, which were read as files.
  const shown = name.includes('://') ? shownAddress(name) : name;
  const hint = isCliError(cause) ? cause.hint : undefined;
  return new CliError('usage', `cannot read ${shown}: ${why}`, { cause, ...(hint && { hint }) });
}

async function readStdin({ stdin, terminal, waits }: Io, signal: AbortSignal): Promise<string> {
  const wait = waits?.begin({ what: terminal.hasInput ? 'what is typed here, which Ctrl-D ends' : 'stdin' });
  try {
    return decode(await readWithin(addAbortSignal(signal, stdin), 'file', 'what stdin gives'));
  } finally {
    wait?.end();
  }
}

async function readFiles(source: TextSource, folder: string): Promise<readonly NamedText[]> {
  const paths = await expandPattern(source.name, folder);
  if (paths.length === 0) throw new Error('there is no such file or folder');
  const names = await Promise.all(paths.map((name) => listManifests({ ...source, name }, folder)));
  const room = countAgainst('folder', `what -f ${source.name} names`);
  const texts: NamedText[] = [];
  // One after the other, so that reading stops at the bound.
  for (const name of names.flat()) {
    const bytes = await readWithin(createReadStream(path.resolve(folder, name)), 'file', `the file ${name}`);
    room.add(bytes.length);
    texts.push({ name, text: decode(bytes) });
  }
  return texts;
}

/** The manifests in a folder; a file counts whatever its name. Ignores links to folders, which may form a circle. */
async function listManifests({ name, isRecursive }: TextSource, folder: string): Promise<readonly string[]> {
  const location = path.resolve(folder, name);
  if (!(await stat(location)).isDirectory()) return [name];
  const entries = (await readdir(location, { withFileTypes: true })).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const names: string[] = [];
  for (const entry of entries) {
    const inner = { name: path.join(name, entry.name), isRecursive };
    if (!entry.isDirectory() && EXTENSIONS.includes(path.extname(entry.name))) names.push(inner.name);
    if (entry.isDirectory() && isRecursive) names.push(...(await listManifests(inner, folder)));
  }
  return names;
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, as PowerShell's `>` writes it. */
function decode(bytes: ArrayBuffer | Uint8Array): string {
  const [first, second] = new Uint8Array(bytes);
  const isUtf16 = first === 0xff && second === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
