import { closeSync, readSync } from 'node:fs';
import { openUnnamedFile, writeAllSync } from '../../../session/local/unnamed-file.ts';

/** Bytes in the store. */
export interface StoredBytes {
  readonly read: () => Buffer;
}

/** Keeps outputs until the end of an audit, beyond a limit on disk, so that memory does not grow with them. */
export interface TextStore {
  /** Throws the system's errors, as for a full disk. */
  readonly put: (bytes: Uint8Array) => StoredBytes;
  /** Releases the file. Nothing can be read after that. */
  readonly close: () => void;
}

/** Enough for the outputs of most audits. */
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

/** Opens a store that keeps `inMemoryBytes` in memory and the rest in a temporary file. */
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
      // The closure below must not keep `bytes` in memory.
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
