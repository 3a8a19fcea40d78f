import type { Readable } from 'node:stream';
import { extract, type Extract, type Header } from 'tar-stream';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { BytePath, FileSink, SourceEntry } from '../file-sink.ts';
import { parentPath, safePath } from '../names/safe-path.ts';

/** Names as bytes; the types of the library lack the option. */
const OPTIONS = { filenameEncoding: 'latin1', highWaterMark: 1024 * 1024 } as const;
/** Setuid and setgid are never taken. */
const KEPT_BITS = 0o1777;
const FOLDER_BITS = 0o755;

interface EntryStream extends AsyncIterable<unknown> {
  readonly header: Header;
}

/**
 * Reads a tar stream into a sink, as a folder. A leading `/` or `./` of a name is dropped; devices, and names with `..`, are
 * refused. Throws `input-failed` for a stream that is broken or cut, what the sink throws, and the signal's reason.
 */
export async function takeTar(input: Readable, sink: FileSink, signal: AbortSignal): Promise<void> {
  const tar = extract(OPTIONS);
  let broken: unknown;
  tar.on('error', (error: Error) => (broken = error));
  const fail = (error: Error): void => {
    tar.destroy(error);
  };
  const onAbort = (): void => fail(new Error('interrupted'));
  input.on('error', fail);
  signal.addEventListener('abort', onAbort);
  input.pipe(tar);
  try {
    await takeEntries(tar, sink);
  } catch (error) {
    signal.throwIfAborted();
    // An error of the sink is none of the stream.
    if (isCliError(error) || (broken === undefined && !tar.destroyed)) throw error;
    throw new CliError('input-failed', `cannot read a tar stream on stdin: ${errorText(broken ?? error)}`, {
      cause: error,
      hint: 'nothing was copied; is it a whole tar stream, without compression?',
    });
  } finally {
    signal.removeEventListener('abort', onAbort);
    input.off('error', fail);
    input.unpipe(tar);
  }
}

async function takeEntries(tar: Extract, sink: FileSink): Promise<void> {
  const folders = new Set<BytePath>();
  const addFolder = async (path: BytePath, mode: number, mtime: number): Promise<void> => {
    if (folders.has(path)) return;
    folders.add(path);
    if (path !== '') await addFolder(parentPath(path), FOLDER_BITS, mtime);
    await sink.addFolder({ path, kind: 'folder', size: 0, mode, mtime });
  };
  await addFolder('', FOLDER_BITS, 0);
  for await (const stream of tar) {
    const entry = entryOf(stream.header);
    if (!safePath(entry.path)) sink.refuse(entry.path, 'outside');
    else if (hasField(stream.header.pax, 'path') && entry.path.includes(LOST))
      sink.refuse(entry.path, 'name');
    else if (stream.header.type === 'directory') await addFolder(entry.path, entry.mode, entry.mtime);
    else {
      await addFolder(parentPath(entry.path), FOLDER_BITS, entry.mtime);
      await takeEntry(stream, entry, sink);
    }
    stream.resume();
  }
}

type Entry = Omit<SourceEntry, 'kind'>;

function entryOf({ name, size, mode, mtime, pax }: Header): Entry {
  const path = belowPlace(bytesOf(name, hasField(pax, 'path')));
  return { path, size, mode: mode & KEPT_BITS, mtime: Math.floor(mtime.getTime() / 1000) };
}

function belowPlace(name: BytePath): BytePath {
  const parts = name.split('/');
  const first = parts.findIndex((part) => part !== '' && part !== '.');
  const last = parts.findLastIndex((part) => part !== '');
  return first < 0 ? '' : parts.slice(first, last + 1).join('/');
}

function hasField(pax: unknown, field: string): boolean {
  return typeof pax === 'object' && pax !== null && Object.hasOwn(pax, field);
}

/** Names of pax headers are text. */
function bytesOf(name: string, isText: boolean): BytePath {
  return isText ? Buffer.from(name).toString('latin1') : name;
}

/** What the library makes of a name in a pax header that is not UTF-8, in bytes: the name is lost. */
const LOST = Buffer.from('\ufffd').toString('latin1');

async function takeEntry(stream: EntryStream, entry: Entry, sink: FileSink): Promise<void> {
  const { type, linkname, pax } = stream.header;
  const target = bytesOf(linkname, hasField(pax, 'linkpath'));
  switch (type) {
    case 'file':
    case 'contiguous-file':
      return takeFile(stream, { ...entry, kind: 'file' }, sink);
    case 'symlink':
      await sink.addLink({ ...entry, kind: 'link' }, target);
      return;
    case 'link':
      if (!sink.addHardLink({ ...entry, kind: 'file' }, belowPlace(target)))
        sink.refuse(entry.path, 'outside');
      return;
    default:
      sink.refuse(entry.path, 'special');
  }
}

async function takeFile(stream: EntryStream, entry: SourceEntry, sink: FileSink): Promise<void> {
  const writer = sink.openFile(entry, 0);
  if (writer === undefined) return;
  for await (const bytes of stream) if (Buffer.isBuffer(bytes)) await writer.write(bytes);
  await writer.finish();
}
