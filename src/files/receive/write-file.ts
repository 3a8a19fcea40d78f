import { closeSync, fchmodSync, fsync, ftruncateSync, futimesSync, writeSync } from 'node:fs';
import { toError } from '../../errors/error-text.ts';
import type { FileWriter, SourceEntry } from '../file-sink.ts';
import { orWriteFailed, writeFailure, type Unwritten } from './write-failure.ts';

/** A file that was opened for writing. */
export interface OpenedFile {
  readonly descriptor: number;
  readonly entry: SourceEntry;
  /** How many bytes it has; the next ones come after them. */
  readonly from: number;
  /** The permission bits that it gets; absent if it has them. */
  readonly mode: number | undefined;
  /** Whether it shall be on the disk, and not only on its way there, before it gets its name. */
  readonly isSynced: boolean;
  /** For messages. */
  readonly name: () => string;
  /** Called once, when it is closed. */
  readonly onClosed: (isFinished: boolean, bytes: number) => void;
}

/** File systems keep a file in blocks of this size, and a block without data as a hole. */
const BLOCK = 4096;
const ZEROS = Buffer.alloc(BLOCK);

/**
 * Writes a file with synchronous calls: for a small file, each asynchronous one would take as long as all of these
 * together, and a piece that comes over a network is never large.
 */
export function writeFile({ descriptor, entry, from, ...file }: OpenedFile): FileWriter {
  const writeAll = entry.sparse === true ? writeWithHoles : writeBytes;
  let size = from;
  let isOpen = true;
  const missingBytes = (): number => Math.max(entry.size - size, 1);
  const close = (isFinished: boolean): void => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(descriptor);
    file.onClosed(isFinished, size);
  };
  const complete = (): void => {
    if (entry.sparse === true) ftruncateSync(descriptor, size);
    if (file.mode !== undefined) fchmodSync(descriptor, file.mode);
    // Only a finished file has this time, by which a later call knows it.
    futimesSync(descriptor, fileTime(entry), fileTime(entry));
    close(true);
  };
  const say = () => ({ path: file.name(), missingBytes: missingBytes() });
  return {
    write: (bytes) => {
      try {
        writeAll(descriptor, bytes, size);
      } catch (error) {
        throw writeFailure(error, say());
      }
      size += bytes.length;
      return undefined;
    },
    finish: () => {
      if (file.isSynced) return syncThen(descriptor, complete, { path: file.name() });
      orWriteFailed({ path: file.name() }, complete);
      return undefined;
    },
    leave: () => {
      if (!isOpen) return;
      // A hole at the end counts as written.
      if (entry.sparse === true) ftruncateSync(descriptor, size);
      close(false);
    },
  };
}

/** Not synchronous, as a large file takes seconds, and a connection must be kept alive meanwhile. */
function syncThen(descriptor: number, complete: () => void, unwritten: Unwritten): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(descriptor, (error) => {
      try {
        if (error) throw error;
        complete();
        resolve();
      } catch (failure) {
        reject(toError(writeFailure(failure, unwritten)));
      }
    });
  });
}

/** Some hundreds of years around 1970, more than any file system keeps. */
const FURTHEST = 2 ** 35;

/** The time that a file gets, in whole seconds since 1970: what the container says can be anything. */
export function fileTime({ mtime }: Pick<SourceEntry, 'mtime'>): number {
  return Number.isFinite(mtime) ? Math.floor(Math.min(Math.max(mtime, -FURTHEST), FURTHEST)) : 0;
}

/** A full disk can take a part, and fails at the next one. */
function writeBytes(descriptor: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length;)
    at += writeSync(descriptor, bytes, at, bytes.length - at, position + at);
}

/** Leaves out the blocks that are all zeros. */
function writeWithHoles(descriptor: number, bytes: Buffer, position: number): void {
  let start = 0;
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(at + BLOCK - ((position + at) % BLOCK), bytes.length);
    if (end - at === BLOCK && ZEROS.equals(bytes.subarray(at, end))) {
      if (start < at) writeBytes(descriptor, bytes.subarray(start, at), position + start);
      start = end;
    }
    at = end;
  }
  if (start < bytes.length) writeBytes(descriptor, bytes.subarray(start), position + start);
}
