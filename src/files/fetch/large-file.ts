import { createHash, type Hash } from 'node:crypto';
import type { FileSink, FileWriter, SourceEntry } from '../file-sink.ts';
import type { ControlLine } from '../remote/control-lines.ts';
import type { ListedFile } from './listed-file.ts';

/** What the debug container says of a file after it was sent. */
export interface SentFile {
  /** sha256 of the file up to its listed size, hexadecimal; undefined if it could not be made. */
  readonly hash?: string;
  /** How many bytes it had, if fewer than listed. */
  readonly short?: number;
  /** Its size at the end. */
  readonly after?: number;
  /** Why nothing was sent; zeros came in its place. */
  readonly lost?: 'gone' | 'denied';
}

/** A file whose bytes are being written, which may take several connections. */
export interface LargeFile {
  readonly file: ListedFile;
  /** Opens its writer once its first bytes come. undefined if the sink refuses the file. Throws what the sink throws. */
  readonly writer: () => FileWriter | undefined;
  /** Ends the writer, once: what is said of a file may be cut off after its last byte, which then comes again. */
  readonly finish: () => Promise<void> | undefined;
  /** Ends the writer with what has come, if it is open. */
  readonly leave: () => void;
  readonly hash: Hash;
  /** How many of its bytes are written. */
  got: number;
  sent: SentFile;
}

/** Offsets of files are multiples of this, so that `dd` seeks in blocks. */
export const BLOCK = 1024 * 1024;

/** Where to go on, at or before what was written. */
export function offsetOf({ got }: Pick<LargeFile, 'got'>): number {
  return got - (got % BLOCK);
}

/** Prepares a file to go on after what an earlier call has left of it. Throws what the sink throws. */
export async function openLargeFile(sink: FileSink, file: ListedFile): Promise<LargeFile> {
  const entry: SourceEntry = { ...file, kind: 'file' };
  const part = sink.partOf(entry);
  const got = Math.min(part?.bytes ?? 0, file.size);
  const hash = part === undefined || got === 0 ? createHash('sha256') : await part.hash(got);
  let opened: { readonly writer: FileWriter | undefined } | undefined;
  const writer = (): FileWriter | undefined => (opened ??= { writer: sink.openFile(entry, got) }).writer;
  let finished: { readonly done: Promise<void> | undefined } | undefined;
  const finish = (): Promise<void> | undefined => (finished ??= { done: writer()?.finish() }).done;
  return { file, writer, finish, leave: () => opened?.writer?.leave(), hash, got, sent: {} };
}

/** Writes bytes of a file, of which the first `known` were written before. */
export function writeLarge(large: LargeFile, bytes: Buffer, known: number): Promise<void> | undefined {
  const fresh = bytes.subarray(Math.min(known, bytes.length));
  if (fresh.length === 0) return undefined;
  large.got += fresh.length;
  large.hash.update(fresh);
  return large.writer()?.write(fresh);
}

/** Adds what a line of the script says to what is known of a file. */
export function noteLine(sent: SentFile, { word, fields }: ControlLine): SentFile {
  const [, value = ''] = fields;
  switch (word) {
    case 'hash':
      return /^[0-9a-f]{64}$/.test(value) ? { ...sent, hash: value } : sent;
    case 'short':
      return { ...sent, short: Number(value) };
    case 'after':
      return { ...sent, after: Number(value) };
    case 'gone':
      return { ...sent, lost: 'gone' };
    case 'unreadable':
      return { ...sent, lost: 'denied' };
    default:
      return sent;
  }
}

/** Whether the script has said all of a file: no line follows `after`, or a word of loss. */
export function isSaid({ after, lost }: SentFile): boolean {
  return after !== undefined || lost !== undefined;
}

/** What is to be told of a file that was read while it changed, or could not be read. */
export type FileTrouble = 'gone' | 'denied' | 'shrank' | 'grew' | 'changed' | 'unverified';

/** Judges a file of which everything has come. `again`: what has come is not what the file is now. */
export function judgeLarge(
  large: Pick<LargeFile, 'sent' | 'file'>,
  ours: string,
): FileTrouble | 'again' | 'fine' {
  const { hash, short, after = 0, lost } = large.sent;
  if (lost !== undefined) return lost;
  if (short !== undefined) return 'shrank';
  if (hash === undefined) return 'unverified';
  if (hash !== ours) return 'again';
  return after > large.file.size ? 'grew' : 'fine';
}
