import type { SeenStreams } from './find-unseen.ts';
import { asLogged } from '../log/line-ends.ts';

/** Where in the log a stream began, as far as that is known. */
export interface StreamStart {
  /** The stream's first byte is not before this byte of the log; undefined when nothing is known. */
  readonly from: number | undefined;
  /** Whether it is exactly that byte. */
  readonly isExact: boolean;
}

/** The end of what a stream has shown, in the form in which the log has it. */
export interface Shown extends StreamStart {
  /** Whole lines as logged, the last ones only. */
  readonly lines: Buffer;
  /** What came behind the last line feed: the log may not have it before the line is finished. */
  readonly unfinished: Buffer;
  /** How many bytes of whole lines the log has for all that was shown since the stream began. */
  readonly loggedBytes: number;
  /** Whether both stdout and stderr are in `lines`, whose order in the log is another one. */
  readonly isMixed: boolean;
}

/** Remembers the end of what a stream shows, in bounded memory. */
export interface ShownMemory {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  readonly shown: () => Shown;
  /** The same of each stream, since the first byte of both. */
  readonly streams: () => SeenStreams;
  /** Whether anything was shown at all, on whichever stream. */
  readonly hasShown: () => boolean;
  /** A new stream begins, behind `unfinished`, which was shown before and counts as its first bytes. */
  readonly restart: (start: StreamStart, unfinished: Buffer) => void;
}

/** What was shown before a first attach. */
export const NOTHING_SHOWN: Shown = {
  from: 0,
  isExact: true,
  lines: Buffer.alloc(0),
  unfinished: Buffer.alloc(0),
  loggedBytes: 0,
  isMixed: false,
};

/** Enough that the same text a second time is no accident. */
const REMEMBERED_BYTES = 256 * 1024;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

interface Chunk {
  readonly channel: 'stdout' | 'stderr';
  readonly bytes: Buffer;
}

function bytesOf(chunks: readonly Chunk[], only?: Chunk['channel']): Buffer {
  const wanted = only === undefined ? chunks : chunks.filter(({ channel }) => channel === only);
  return Buffer.concat(wanted.map(({ bytes }) => bytes));
}

function streamsOf(kept: readonly Chunk[], loggedBytes: number): SeenStreams {
  const forgottenBytes = loggedBytes - asLogged(bytesOf(kept)).length;
  return { stdout: bytesOf(kept, 'stdout'), stderr: bytesOf(kept, 'stderr'), forgottenBytes };
}

/** Makes a memory for a stream that begins at `start`. */
export function rememberShown(start: StreamStart): ShownMemory {
  let begun = start;
  // Two generations, so that forgetting costs nothing a chunk.
  let older: readonly Chunk[] = [];
  let newer: Chunk[] = [];
  let newerBytes = 0;
  let loggedBytes = 0;
  let lastByte: number | undefined;
  let hasShown = false;
  const accept = (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
    hasShown = true;
    newer.push({ channel, bytes });
    newerBytes += bytes.length;
    loggedBytes += bytes.length - countDroppedCrs(lastByte, bytes);
    lastByte = bytes.at(-1) ?? lastByte;
    if (newerBytes < REMEMBERED_BYTES) return;
    older = newer;
    newer = [];
    newerBytes = 0;
  };
  return {
    accept,
    hasShown: () => hasShown,
    shown: () => {
      const chunks = [...older, ...newer];
      const raw = bytesOf(chunks);
      const end = raw.lastIndexOf(LINE_FEED) + 1;
      const unfinished = raw.subarray(end);
      return {
        ...begun,
        lines: asLogged(raw.subarray(0, end)),
        unfinished,
        loggedBytes: loggedBytes - unfinished.length,
        isMixed: new Set(chunks.map(({ channel }) => channel)).size > 1,
      };
    },
    streams: () => streamsOf([...older, ...newer], loggedBytes),
    restart: (next, unfinished) => {
      begun = next;
      older = [];
      newer = [];
      newerBytes = 0;
      loggedBytes = 0;
      lastByte = undefined;
      if (unfinished.length > 0) accept('stdout', unfinished);
    },
  };
}

/** How many CRs stand before an LF, the first of which may follow the last byte of what came before. */
function countDroppedCrs(before: number | undefined, bytes: Buffer): number {
  let count = before === CARRIAGE_RETURN && bytes[0] === LINE_FEED ? 1 : 0;
  for (let at = bytes.indexOf('\r\n'); at !== -1; at = bytes.indexOf('\r\n', at + 2)) count += 1;
  return count;
}
