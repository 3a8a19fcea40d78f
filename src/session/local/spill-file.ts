import { closeSync, readSync } from 'node:fs';
import { openUnnamedFile, writeAllSync } from './unnamed-file.ts';

/** A queue of bytes on disk. */
export interface SpillFile {
  /** Adds all of the bytes, or none: throws what the system throws, as when the disk is full. */
  readonly append: (bytes: Buffer) => void;
  /** Takes the next bytes, at most `maxBytes`; empty when all were taken. */
  readonly take: (maxBytes: number) => Buffer;
  readonly close: () => void;
}

/** A file is closed, and its room freed, once this much of it was written and read. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

interface Segment {
  readonly fd: number;
  written: number;
  read: number;
}

/** Opens an empty queue in unnamed files. */
export function openSpillFile(): SpillFile {
  const segments: Segment[] = [];
  return {
    append: (bytes) => {
      let segment = segments.at(-1);
      if (segment === undefined || segment.written >= SEGMENT_BYTES) {
        segment = { fd: openUnnamedFile(), written: 0, read: 0 };
        segments.push(segment);
      }
      writeAllSync(segment.fd, bytes, segment.written);
      segment.written += bytes.length;
    },
    take: (maxBytes) => {
      dropReadSegments(segments);
      const segment = segments[0];
      if (segment === undefined) return Buffer.alloc(0);
      const bytes = Buffer.allocUnsafe(Math.min(maxBytes, segment.written - segment.read));
      const count = readSync(segment.fd, bytes, 0, bytes.length, segment.read);
      segment.read += count;
      return bytes.subarray(0, count);
    },
    close: () => segments.splice(0).forEach(({ fd }) => closeSync(fd)),
  };
}

function dropReadSegments(segments: Segment[]): void {
  while (segments[0] !== undefined && segments[0].read === segments[0].written) {
    closeSync(segments[0].fd);
    segments.shift();
  }
}
