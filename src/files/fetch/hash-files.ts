import type { BytePath } from '../file-sink.ts';
import { runFilesScript, type FilesContext, type FilesScriptEnd } from '../remote/run-files-script.ts';
import { HASH_SCRIPT } from '../remote/send-scripts.ts';
import { nameInFolder } from './listed-file.ts';

/** Names for the stdin of a script, each ended by NUL. */
export function nameList(paths: Iterable<BytePath>): Buffer {
  return Buffer.from([...paths].map((path) => `${nameInFolder(path)}\0`).join(''), 'latin1');
}

const HASH_BYTES = 64;
/** GNU escapes a name with a line break, and begins the line with a backslash. */
const LINE = /^(\\?)([0-9a-f]{64}) [ *]\.\/([^]*)$/;

/** Reads a line of `sha256sum`. */
export function readHashLine(line: string): readonly [BytePath, string] | undefined {
  if (line.length < HASH_BYTES) return undefined;
  const [, escaped, hash, path] = LINE.exec(line) ?? [];
  if (hash === undefined || path === undefined) return undefined;
  return [escaped === '' ? path : unescape(path), hash];
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };

function unescape(path: string): string {
  return path.replaceAll(/\\(.)/g, (all, letter: string) => ESCAPED[letter] ?? all);
}

/**
 * Reads the sha256 of files of a folder, as `sha256sum` sees them now; a file that it cannot read has none. Throws as
 * `runFilesScript`.
 */
export async function hashFiles(
  context: FilesContext,
  { path, names, onHash }: HashRequest,
  signal: AbortSignal,
): Promise<FilesScriptEnd> {
  let held = '';
  const take = (line: string): void => {
    const read = readHashLine(line);
    if (read !== undefined) onHash(...read);
  };
  const onData = (bytes: Buffer): undefined => {
    const lines = (held + bytes.toString('latin1')).split('\n');
    held = lines.pop() ?? '';
    lines.forEach(take);
    return undefined;
  };
  const args = [String(names.length)];
  return runFilesScript(context, { text: HASH_SCRIPT, path, args, input: pieces(names), onData }, signal);
}

interface HashRequest {
  readonly path: string;
  /** As `nameList` makes it. */
  readonly names: Buffer;
  readonly onHash: (path: BytePath, hash: string) => void;
}

const PIECE_BYTES = 32 * 1024;

/** In pieces of which the network takes one after the other. */
export function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
