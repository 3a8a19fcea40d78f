import { createHash } from 'node:crypto';
import { extract, type Extract, type Header } from 'tar-stream';
import type { BytePath } from '../file-sink.ts';
import { runFilesScript, type FilesScriptEnd } from '../remote/run-files-script.ts';
import { TAR_SCRIPT } from '../remote/send-scripts.ts';
import type { FetchedFile, Fetching, WantedFiles } from './fetched.ts';
import { nameList, pieces } from './hash-files.ts';
import type { ListedFile } from './listed-file.ts';

/** One pass over small files and links. */
export interface TarPass {
  /** What has come is taken out. */
  readonly wanted: WantedFiles;
  readonly onFile: (file: FetchedFile) => void;
  /** Called for a file in whose middle the stream ended; a tar stream can take no other before its rest. */
  readonly onLeft: (file: ListedFile) => void;
}

/** Names as bytes; the types of the library lack the option. */
const OPTIONS = { filenameEncoding: 'latin1', highWaterMark: 1024 * 1024 } as const;

/** The bytes of one entry. */
interface EntryStream extends AsyncIterable<unknown> {
  readonly header: Header;
}

/**
 * Reads small files and links as one tar stream. A cut, or a tar that dies of a file that shrinks, leaves the rest in
 * `wanted`. An entry that was not asked for, or is of another kind than listed, is dropped. Throws as `runFilesScript`,
 * and what the sink throws.
 */
export async function fetchByTar(
  fetching: Fetching,
  pass: TarPass,
  signal: AbortSignal,
): Promise<FilesScriptEnd> {
  const { context, path } = fetching;
  const tar = extract(OPTIONS);
  const names = nameList(pass.wanted.keys());
  const taking = takeEntries(tar, { ...fetching, ...pass });
  taking.catch(() => undefined); // thrown where it is awaited below
  const onData = (bytes: Buffer): Promise<void> | undefined =>
    tar.write(bytes) ? undefined : Promise.race([drained(tar), taking]);
  const args = [String(names.length)];
  try {
    const script = { text: TAR_SCRIPT, path, args, input: pieces(names), onData };
    const end = await runFilesScript(context, script, signal);
    tar.end(Buffer.alloc(0));
    await taking;
    return end;
  } finally {
    tar.destroy();
    await taking.catch(() => undefined);
  }
}

function drained(tar: Extract): Promise<void> {
  return new Promise((resolve) => tar.once('drain', resolve));
}

interface Taking extends Fetching, TarPass {}

/** Takes entries until the stream ends, which may be in the middle of one. Throws only what the sink throws. */
async function takeEntries(tar: Extract, taking: Taking): Promise<void> {
  let broken: unknown;
  tar.on('error', (error: Error) => (broken = error));
  try {
    for await (const stream of tar) await takeEntry(stream, taking);
  } catch (error) {
    if (error !== broken) throw error;
  }
}

async function takeEntry(stream: EntryStream, taking: Taking): Promise<void> {
  const { header } = stream;
  const path = pathIn(header.name);
  const listed = taking.wanted.get(path);
  if (listed === undefined) return drop(stream);
  const entry = { ...listed, size: header.size, mtime: secondsOf(header) };
  const isTaken =
    entry.kind === 'file' && header.type === 'file'
      ? await takeFile(stream, { ...entry, kind: 'file' }, taking)
      : await drop(stream).then(() => takeLink({ ...entry, header }, taking));
  if (isTaken) taking.wanted.delete(path);
}

type FileEntry = ListedFile & { readonly kind: 'file' };

interface LinkEntry extends ListedFile {
  readonly header: Header;
}

/** Returns whether the sink has the entry now. An entry of another kind than listed is left to a later pass. */
async function takeLink({ header, ...entry }: LinkEntry, { sink }: Taking): Promise<boolean> {
  if (entry.kind === 'link' && header.type === 'symlink') {
    await sink.addLink({ ...entry, kind: 'link' }, header.linkname);
    return true;
  }
  const isSecondName = entry.kind === 'file' && header.type === 'link';
  return isSecondName && sink.addHardLink({ ...entry, kind: 'file' }, pathIn(header.linkname));
}

async function takeFile(
  stream: EntryStream,
  entry: FileEntry,
  { sink, onBytes, onFile, onLeft }: Taking,
): Promise<boolean> {
  const writer = sink.openFile(entry, 0);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0);
      hash.update(bytes);
      size += bytes.length;
      onBytes(bytes.length);
      await writer?.write(bytes);
    }
    if (size < entry.size) throw new Error('the stream has ended in this file');
  } catch (error) {
    writer?.leave();
    if (size > 0) onLeft(entry);
    throw error;
  }
  await writer?.finish();
  if (writer !== undefined) onFile({ path: entry.path, size, sha256: hash.digest('hex') });
  return true;
}

async function drop(stream: EntryStream): Promise<void> {
  const rest = stream[Symbol.asyncIterator]();
  while ((await rest.next()).done !== true);
}

function secondsOf({ mtime }: Header): number {
  return Math.floor(mtime.getTime() / 1000);
}

/** Names begin with `./`, as we gave them to tar. */
function pathIn(name: string): BytePath {
  return name.startsWith('./') ? name.slice(2) : name;
}
