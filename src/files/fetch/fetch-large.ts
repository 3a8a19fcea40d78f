import type { FileSink } from '../file-sink.ts';
import { runFilesScript, type FilesScriptEnd } from '../remote/run-files-script.ts';
import { FILES_SCRIPT } from '../remote/send-scripts.ts';
import type { Fetching } from './fetched.ts';
import { divideFrames, type FramePart } from './frames.ts';
import { pieces } from './hash-files.ts';
import { isSaid, noteLine, offsetOf, writeLarge, type LargeFile } from './large-file.ts';
import { nameInFolder } from './listed-file.ts';

/** How the script sends a file. */
export type SendKind = 'file' | 'gzip' | 'whole' | 'link';

/** The arguments of a file for `FILES_SCRIPT`. */
export function fieldsOf(large: LargeFile, kind: SendKind, index: number): string {
  const { path, size } = large.file;
  return [index, kind, offsetOf(large), size, nameInFolder(path)].map((field) => `${field}\0`).join('');
}

/** One pass over large files. */
export interface LargePass {
  /** Open, in the order to read them; at least one. */
  readonly files: readonly LargeFile[];
  /** Called when all bytes of a file are written, and all lines about it have come. */
  readonly onSent: (large: LargeFile) => void;
}

/**
 * Reads files one after the other over one connection, each from where it was cut. Throws as `runFilesScript`, and what
 * the sink throws.
 */
export async function fetchLarge(
  { context, path, onBytes }: Omit<Fetching, 'sink'> & { readonly sink?: FileSink },
  { files, onSent }: LargePass,
  signal: AbortSignal,
): Promise<FilesScriptEnd> {
  const known = files.map((large) => large.got - offsetOf(large));
  const divide = divideFrames(files.map((large) => large.file.size - offsetOf(large)));
  const isReceived = files.map(() => false);
  const tellIfSent = (index: number): void => {
    const large = files[index];
    if (large !== undefined && isReceived[index] === true && isSaid(large.sent)) onSent(large);
  };
  const takePart = ({ index, bytes, isLast }: FramePart): Promise<void> | undefined => {
    const large = files[index];
    if (large === undefined) return undefined;
    const before = large.got;
    const written = writeLarge(large, bytes, known[index] ?? 0);
    known[index] = Math.max(0, (known[index] ?? 0) - bytes.length);
    onBytes(large.got - before);
    if (!isLast) return written;
    // At once, as a tar stream takes the next file only then, and before the lines about it, which may come later.
    return inTurn(written, large.finish, () => {
      isReceived[index] = true;
      tellIfSent(index);
    });
  };
  // Files without a byte left to come need no data to be complete, and may be all there is.
  await takeParts(divide(Buffer.alloc(0)), takePart);
  const names = Buffer.from(files.map((large, index) => fieldsOf(large, 'file', index)).join(''), 'latin1');
  return runFilesScript(
    context,
    {
      text: FILES_SCRIPT,
      path,
      args: [String(names.length)],
      input: pieces(names),
      onData: (bytes) => takeParts(divide(bytes), takePart),
      onLine: (line) => {
        const index = Number(line.fields[0]);
        const large = files[index];
        if (large === undefined || isSaid(large.sent)) return;
        large.sent = noteLine(large.sent, line);
        tellIfSent(index);
      },
    },
    signal,
  );
}

/** Does one thing after the other; without a promise unless one of them needs it. */
function inTurn(
  first: Promise<void> | undefined,
  second: () => Promise<void> | undefined,
  last: () => void,
): Promise<void> | undefined {
  const next = first === undefined ? second() : first.then(second);
  if (next !== undefined) return next.then(last);
  last();
  return undefined;
}

/** Takes parts one after the other; without a promise as long as no part needs one. */
function takeParts(
  parts: readonly FramePart[],
  take: (part: FramePart) => Promise<void> | undefined,
): Promise<void> | undefined {
  for (const [index, part] of parts.entries()) {
    const taken = take(part);
    if (taken === undefined) continue;
    const rest = parts.slice(index + 1);
    return taken.then(() => takeParts(rest, take));
  }
  return undefined;
}
