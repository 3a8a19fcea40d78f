import { createGunzip } from 'node:zlib';
import { BOUNDS } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { FileSink } from '../file-sink.ts';
import { runFilesScript, type FilesScriptEnd } from '../remote/run-files-script.ts';
import { FILES_SCRIPT } from '../remote/send-scripts.ts';
import type { Fetching } from './fetched.ts';
import { fieldsOf, type SendKind } from './fetch-large.ts';
import { noteLine, offsetOf, writeLarge, type LargeFile } from './large-file.ts';

type FetchingOne = Omit<Fetching, 'sink'> & { readonly sink?: FileSink };

interface Alone {
  readonly large: LargeFile;
  readonly kind: Exclude<SendKind, 'file'>;
  readonly onData: (bytes: Buffer) => Promise<void> | undefined;
}

async function sendAlone(
  { context, path }: FetchingOne,
  { large, kind, onData }: Alone,
  signal: AbortSignal,
): Promise<FilesScriptEnd> {
  const fields = Buffer.from(fieldsOf(large, kind, 0), 'latin1');
  const script = { text: FILES_SCRIPT, path, args: [String(fields.length)], input: [fields], onData };
  const onLine = (line: Parameters<typeof noteLine>[1]): void => {
    large.sent = noteLine(large.sent, line);
  };
  return runFilesScript(context, { ...script, onLine }, signal);
}

/**
 * Reads a sparse file, compressed on the way: no tool that every debug image has finds the holes of a file, but zeros
 * take hardly any room. Throws as `runFilesScript`, and what the sink throws.
 */
export async function fetchSparse(
  fetching: FetchingOne,
  large: LargeFile,
  signal: AbortSignal,
): Promise<FilesScriptEnd> {
  let known = large.got - offsetOf(large);
  const gunzip = createGunzip();
  const writing = (async () => {
    for await (const chunk of gunzip) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0);
      const before = large.got;
      await writeLarge(large, bytes, known);
      known = Math.max(0, known - bytes.length);
      fetching.onBytes(large.got - before);
    }
  })();
  // A stream that is cut off ends in the middle; what has come stays.
  const written = writing.catch((error: unknown) => {
    if (!isCutShort(error)) throw error;
  });
  written.catch(() => undefined); // thrown where it is awaited below
  const onData = (bytes: Buffer): Promise<void> | undefined =>
    gunzip.write(bytes)
      ? undefined
      : Promise.race([new Promise<void>((resolve) => gunzip.once('drain', resolve)), written]);
  try {
    return await sendAlone(fetching, { large, kind: 'gzip', onData }, signal);
  } finally {
    gunzip.end();
    await written;
  }
}

function isCutShort(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/**
 * Reads a file without a known size, as in /proc, or the target of a link; undefined after a cut. Throws `too-large`, and
 * as `runFilesScript`.
 */
export async function fetchWhole(
  fetching: FetchingOne,
  { large, kind }: Pick<Alone, 'large'> & { readonly kind: 'whole' | 'link' },
  signal: AbortSignal,
): Promise<{ readonly end: FilesScriptEnd; readonly bytes: Buffer }> {
  const parts: Buffer[] = [];
  let size = 0;
  const onData = (bytes: Buffer): undefined => {
    size += bytes.length;
    const { most, passed } = BOUNDS.fileOfKernel;
    if (size > most) throw new CliError('too-large', `what ${fetching.path} contains ${passed}`);
    parts.push(bytes);
    return undefined;
  };
  const end = await sendAlone(fetching, { large, kind, onData }, signal);
  return { end, bytes: Buffer.concat(parts) };
}
