import type { SeenStreams } from './find-unseen.ts';
import { asLogged, CARRIAGE_RETURN, LINE_FEED } from '../log/line-ends.ts';

/** Where in the log a stream began, as far as that is known. */
export interface StreamStart {
  /** No byte of the stream is before this byte of the log; undefined when nothing is known. */
  readonly from: number | undefined;
  /** Whether the stream's first byte is exactly that one. */
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
  /** Whether `lines` has both stdout and stderr, which the log orders in another way. */
  readonly isMixed: boolean;
}

/** Remembers the end of what a stream shows, in bounded memory. */
export interface ShownMemory {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  readonly shown: () => Shown;
  /** Returns the end of what each stream has shown since its first byte. */
  readonly streams: () => SeenStreams;
  /** Whether either stream has shown anything. */
  readonly hasShown: () => boolean;
  /** Learns where the first stream began, unless another one has followed it. */
  readonly place: (start: StreamStart) => void;
  /** Begins a new stream behind `unfinished`, which was shown before and counts as its first bytes. */
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

/** Twice this much at most: enough that the same text a second time is no accident. */
const REMEMBERED_BYTES = 256 * 1024;

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

function endOf(kept: readonly Chunk[], loggedBytes: number): Omit<Shown, keyof StreamStart> {
  const raw = bytesOf(kept);
  const end = raw.lastIndexOf(LINE_FEED) + 1;
  const unfinished = raw.subarray(end);
  return {
    lines: asLogged(raw.subarray(0, end)),
    unfinished,
    loggedBytes: loggedBytes - unfinished.length,
    isMixed: new Set(kept.map(({ channel }) => channel)).size > 1,
  };
}

/** Makes a memory for a stream that begins at `start`. */
export function rememberShown(start: StreamStart): ShownMemory {
  let begun = start;
  // Two generations, so that a chunk costs nothing to forget.
  let older: readonly Chunk[] = [];
  let newer: Chunk[] = [];
  let newerBytes = 0;
  let loggedBytes = 0;
  let lastByte: number | undefined;
  let hasShown = false;
  let isFirst = true;
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
    shown: () => ({ ...begun, ...endOf([...older, ...newer], loggedBytes) }),
    streams: () => streamsOf([...older, ...newer], loggedBytes),
    place: (start) => {
      if (isFirst) begun = start;
    },
    restart: (next, unfinished) => {
      isFirst = false;
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

/** Counts the CRs before an LF; that LF may be the first byte, and its CR the last byte of the chunk before. */
function countDroppedCrs(before: number | undefined, bytes: Buffer): number {
  let count = before === CARRIAGE_RETURN && bytes[0] === LINE_FEED ? 1 : 0;
  for (let at = bytes.indexOf('\r\n'); at !== -1; at = bytes.indexOf('\r\n', at + 2)) count += 1;
  return count;
}
