import { createHash, type Hash } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { errorText, fileErrorText } from '../../errors/error-text.ts';
import type { BytePath } from '../file-sink.ts';
import { framed } from './frames.ts';
import { escapedName } from './send-scripts.ts';
import { LARGE_BYTES, PIECE_BLOCK_BYTES, stagedMode, type StagedEntry } from './send-plan.ts';
import { TAR_BLOCK, tarHeader, tarPadding } from '../tar/tar-header.ts';

/** Hears what becomes of each file while it is read. */
export interface SendListener {
  /** The sha256 of what was sent of a file. */
  readonly onHash: (entry: StagedEntry, hex: string) => void;
  /** Bytes of files that were read. */
  readonly onBytes: (count: number) => void;
  /** The file is not as it was listed. */
  readonly onChanged: (entry: StagedEntry) => void;
  /** The file cannot be read, and is not sent. */
  readonly onUnreadable: (entry: StagedEntry, why: string) => void;
}

/** What one connection sends. */
export interface Round {
  /** Folders and links, and files that have not arrived. */
  readonly entries: readonly StagedEntry[];
  /** Whole blocks of large files that are there already, by name. */
  readonly parts: ReadonlyMap<BytePath, number>;
}

const PIECE_BLOCKS = 64;
/** Two blocks of zeros end a tar stream. */
const TAR_END = Buffer.alloc(2 * TAR_BLOCK);

/** What `RECEIVE_SCRIPT` reads on stdin to take the entries, and to print the sha256 of the files. */
export async function* sendRound({ entries, parts }: Round, listener: SendListener): AsyncGenerator<Buffer> {
  const sent: BytePath[] = [];
  const hear: SendListener = {
    ...listener,
    onHash: (entry, hex) => {
      if (!isLarge(entry)) sent.push(entry.name);
      listener.onHash(entry, hex);
    },
  };
  yield Buffer.from('tar\n');
  yield* framed(
    tarOf(
      entries.filter((entry) => !isLarge(entry)),
      hear,
    ),
  );
  for (const entry of entries.filter(isLarge)) yield* putLarge(entry, parts.get(entry.name) ?? 0, hear);
  yield* askHashes(sent);
  yield Buffer.from('end\n');
}

/** What `RECEIVE_SCRIPT` reads on stdin to say how much of the files is there. */
export async function* askRound(
  small: readonly BytePath[],
  large: readonly BytePath[],
): AsyncGenerator<Buffer> {
  yield* askHashes(small);
  yield Buffer.from(`${large.map((name) => `part ${escapedName(name)}\n`).join('')}end\n`);
}

async function* askHashes(names: readonly BytePath[]): AsyncGenerator<Buffer> {
  if (names.length === 0) return;
  yield Buffer.from('hash\n');
  yield* framed(names.map((name) => Buffer.from(`./${name}\0`, 'latin1')));
}

/** Whether a file is sent in pieces. */
export function isLarge({ kind, size }: StagedEntry): boolean {
  return kind === 'file' && size >= LARGE_BYTES;
}

async function* tarOf(entries: readonly StagedEntry[], listener: SendListener): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    const header = { target: '', ...entry, mode: stagedMode(entry), size: 0 };
    if (entry.kind !== 'file') {
      yield tarHeader(header);
      continue;
    }
    const bytes = await readSmall(entry, listener);
    if (bytes === undefined) continue;
    yield tarHeader({ ...header, size: bytes.length });
    if (bytes.length > 0) yield bytes;
    yield tarPadding(bytes.length);
  }
  yield TAR_END;
}

async function readSmall(entry: StagedEntry, listener: SendListener): Promise<Buffer | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(entry.local);
  } catch (error) {
    listener.onUnreadable(entry, fileErrorText(error));
    return undefined;
  }
  if (bytes.length !== entry.size) listener.onChanged(entry);
  listener.onHash(entry, createHash('sha256').update(bytes).digest('hex'));
  listener.onBytes(bytes.length);
  return bytes;
}

/**
 * Sends a large file from a block on. It gets the size that it was listed with: what was added meanwhile is left out, and
 * what was taken away is zeros. What was there before is only read, for the hash.
 */
async function* putLarge(entry: StagedEntry, from: number, listener: SendListener): AsyncGenerator<Buffer> {
  const { name, size, mode, mtime, isSparse } = entry;
  let handle: FileHandle;
  try {
    handle = await open(entry.local, 'r');
  } catch (error) {
    listener.onUnreadable(entry, errorText(error));
    return;
  }
  try {
    yield Buffer.from(`put ${escapedName(name)}\n`);
    const hash = createHash('sha256');
    const pieceBytes = PIECE_BLOCKS * PIECE_BLOCK_BYTES;
    for (let at = 0; at < size; at += pieceBytes) {
      const wanted = Math.min(pieceBytes, size - at);
      const { bytes, isWhole } = await readPiece(handle, at, wanted);
      if (!isWhole) listener.onChanged(entry);
      hash.update(bytes.subarray(0, wanted));
      listener.onBytes(wanted);
      const block = at / PIECE_BLOCK_BYTES;
      const skipped = Math.max(from - block, 0) * PIECE_BLOCK_BYTES;
      if (skipped >= bytes.length || (isSparse && isZero(bytes))) continue;
      const rest = bytes.subarray(skipped);
      const count = rest.length / PIECE_BLOCK_BYTES;
      yield Buffer.from(`data ${block + skipped / PIECE_BLOCK_BYTES} ${count}\n`);
      yield rest;
    }
    const after = await handle.stat();
    if (after.size !== size || Math.floor(after.mtimeMs / 1000) !== mtime) listener.onChanged(entry);
    yield Buffer.from(`done ${size} ${mode.toString(8)} ${mtime}\n`);
    listener.onHash(entry, hash.digest('hex'));
  } finally {
    await handle.close();
  }
}

/** Reads whole blocks; what the file does not have is zeros. */
async function readPiece(
  handle: FileHandle,
  at: number,
  wanted: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const bytes = Buffer.alloc(Math.ceil(wanted / PIECE_BLOCK_BYTES) * PIECE_BLOCK_BYTES);
  let filled = 0;
  while (filled < wanted) {
    const { bytesRead } = await handle.read(bytes, filled, wanted - filled, at + filled);
    if (bytesRead === 0) return { bytes, isWhole: false };
    filled += bytesRead;
  }
  return { bytes, isWhole: true };
}

function isZero(bytes: Buffer): boolean {
  return bytes[0] === 0 && bytes.compare(bytes, 1, bytes.length, 0, bytes.length - 1) === 0;
}

/** The sha256 of the first blocks of a local file. */
export async function hashBlocks({ local }: StagedEntry, blocks: number): Promise<string> {
  const hash: Hash = createHash('sha256');
  const handle = await open(local, 'r');
  try {
    for (let block = 0; block < blocks; block += PIECE_BLOCKS) {
      const wanted = Math.min(PIECE_BLOCKS, blocks - block) * PIECE_BLOCK_BYTES;
      hash.update((await readPiece(handle, block * PIECE_BLOCK_BYTES, wanted)).bytes);
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}
