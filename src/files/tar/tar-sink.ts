import { createHash, type Hash } from 'node:crypto';
import type { BytePath, FileSink, FileWriter, SourceEntry } from '../file-sink.ts';
import { countRefusals, type Refused } from '../names/refusals.ts';
import { parentPath, safePath } from '../names/safe-path.ts';
import { TAR_BLOCK, tarHeader, tarPadding, type TarEntry } from './tar-header.ts';
import { collectPieces } from './collect-pieces.ts';

/** Takes bytes in order. A promise asks for a pause. */
export type WriteBytes = (bytes: Buffer) => Promise<void> | undefined;

/** Writes a tar stream. */
export interface TarSink extends FileSink {
  /** Ends the stream. */
  readonly end: () => Promise<void>;
  readonly refused: () => readonly Refused[];
}

/** The file whose bytes are being written: no other entry can come before its end. */
interface Current {
  readonly entry: SourceEntry;
  readonly hash: Hash;
  bytes: number;
}

/** What a stream has had so far. */
interface Stream {
  /** What each entry lies below: the base name of the copied path. */
  readonly top: BytePath;
  readonly put: WriteBytes;
  readonly made: Map<BytePath, SourceEntry['kind']>;
  readonly refuse: FileSink['refuse'];
  current: Current | undefined;
}

/**
 * Receives a copied file or folder as a tar stream, in which each name begins with `top`, the base name of the copied
 * path, as docker does it. Links are written as they are, since none is made here. The owner is root, as it would be for
 * whoever unpacks it; the bits that lend the owner's rights (setuid, setgid) are left out for that reason.
 *
 * Each file needs exactly as many bytes as its entry says. One that was left can be continued at once, and no other entry
 * can come before. Throws an Error for a caller that does otherwise.
 */
export function tarSink(write: WriteBytes, top: BytePath): TarSink {
  const refusals = countRefusals();
  const pieces = collectPieces(write);
  const stream: Stream = {
    top,
    put: pieces.put,
    made: new Map(),
    refuse: refusals.add,
    current: undefined,
  };
  return {
    hasFile: () => false,
    partOf: ({ path }) => {
      const { current } = stream;
      if (current?.entry.path !== path) return undefined;
      return { bytes: current.bytes, hash: () => Promise.resolve(current.hash.copy()) };
    },
    takeBack: () => false,
    addFolder: (entry) => {
      // A container may list a folder twice, and nothing is lost by that.
      if (stream.made.get(entry.path) === 'folder') return undefined;
      return addEntry(stream, entry, '');
    },
    addLink: (entry, target) => addEntry(stream, entry, target),
    addHardLink: (entry, earlier) => {
      if (stream.made.get(earlier) !== 'file') return false;
      if (admit(stream, entry))
        void stream.put(header(stream, entry, { kind: 'hard-link', target: nameOf(stream, earlier) }));
      return true;
    },
    openFile: (entry, from) => openFile(stream, entry, from),
    refuse: refusals.add,
    refused: refusals.list,
    end: async () => {
      refuseUnfinished(stream);
      await stream.put(Buffer.alloc(2 * TAR_BLOCK));
      await pieces.flush();
    },
  };
}

/** Whether an entry may come. Not every program that unpacks a tar stream is as careful. */
function admit(stream: Stream, { path, kind }: SourceEntry): boolean {
  refuseUnfinished(stream);
  const { made } = stream;
  if (!safePath(path) || made.has(path) || (path !== '' && made.get(parentPath(path)) !== 'folder')) {
    stream.refuse(path, 'outside');
    return false;
  }
  made.set(path, kind);
  return true;
}

function refuseUnfinished({ current }: Stream): void {
  if (current) throw new Error('an entry of a tar stream was begun before the end of the last file');
}

function nameOf({ top }: Stream, path: BytePath): BytePath {
  return path === '' ? top : `${top}/${path}`;
}

function header(
  stream: Stream,
  { path, mode, mtime }: SourceEntry,
  fields: Pick<TarEntry, 'kind' | 'target'> & { readonly size?: number },
): Buffer {
  return tarHeader({
    size: 0,
    ...fields,
    name: nameOf(stream, path),
    mode: mode & 0o777,
    mtime: wholeSeconds(mtime),
  });
}

/** What a container says can be anything. */
function wholeSeconds(mtime: number): number {
  return Number.isSafeInteger(Math.floor(mtime)) ? Math.floor(mtime) : 0;
}

function addEntry(stream: Stream, entry: SourceEntry, target: BytePath): Promise<void> | undefined {
  if (!admit(stream, entry)) return undefined;
  return stream.put(header(stream, entry, { kind: entry.kind, target }));
}

function openFile(stream: Stream, entry: SourceEntry, from: number): FileWriter | undefined {
  if (stream.current?.entry.path === entry.path) {
    if (stream.current.bytes !== from) throw new Error('a tar stream goes on at another place');
    return fileWriter(stream, stream.current);
  }
  if (!admit(stream, entry)) return undefined;
  if (from !== 0) throw new Error('a file of a tar stream begins with its first byte');
  void stream.put(header(stream, entry, { kind: 'file', target: '', size: entry.size }));
  stream.current = { entry, hash: createHash('sha256'), bytes: 0 };
  return fileWriter(stream, stream.current);
}

function fileWriter(stream: Stream, current: Current): FileWriter {
  const { size } = current.entry;
  return {
    write: (bytes) => {
      if (current.bytes + bytes.length > size)
        throw new Error('a file of a tar stream is longer than it said');
      current.bytes += bytes.length;
      current.hash.update(bytes);
      return stream.put(bytes);
    },
    finish: () => {
      if (current.bytes !== size) throw new Error('a file of a tar stream is shorter than it said');
      stream.current = undefined;
      return stream.put(tarPadding(size));
    },
    leave: () => undefined,
  };
}
