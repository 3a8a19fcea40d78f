import { closeSync, readSync } from 'node:fs';
import { openUnnamedFile, writeAllSync } from '../../../session/local/unnamed-file.ts';

/** Bytes that were put away: `read` gives them back. */
export interface StoredBytes {
  readonly read: () => Buffer;
}

/** Where outputs wait for the end of an audit, so that memory does not grow with how much was printed. */
export interface TextStore {
  /** Throws what the system throws, as when the disk is full. */
  readonly put: (bytes: Uint8Array) => StoredBytes;
  /** Nothing can be read any more. */
  readonly close: () => void;
}

/** This much is kept in memory, which is all that most audits print. */
const IN_MEMORY_BYTES = 16 * 1024 * 1024;

function readAll(fd: number, length: number, position: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const count = readSync(fd, bytes, done, length - done, position + done);
    if (count === 0) throw new Error('a temporary file was cut off');
    done += count;
  }
  return bytes;
}

/** Makes a store that keeps `inMemoryBytes` in memory and the rest in a temporary file. */
export function openTextStore(inMemoryBytes = IN_MEMORY_BYTES): TextStore {
  let inMemory = 0;
  let fd: number | undefined;
  let end = 0;
  return {
    put: (bytes) => {
      if (inMemory + bytes.length <= inMemoryBytes) {
        inMemory += bytes.length;
        const copy = Buffer.from(bytes);
        return { read: () => copy };
      }
      const file = (fd ??= openUnnamedFile());
      const position = end;
      // What can be read again must not be kept by whoever may read it.
      const { length } = bytes;
      writeAllSync(file, bytes, position);
      end += length;
      return { read: () => readAll(file, length, position) };
    },
    close: () => {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}
