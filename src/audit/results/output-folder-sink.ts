import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { hasRun } from '../run-row.ts';
import { outputFileName } from './file-name.ts';
import { rowPath } from './group-words.ts';
import type { RowSink } from './row-sink.ts';

/** Says what cannot be written. */
export async function orOutputFailed(file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw new CliError('output-failed', `cannot write ${file}: ${errorText(cause)}`, { cause });
  }
}

/**
 * Writes a file that only its owner may read, in one step: a link that lies there is replaced, not followed. Throws
 * what the system throws.
 */
export async function writePrivateFile(file: string, contents: string | Uint8Array): Promise<void> {
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(contents);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * `--output-dir`: what each command printed, byte for byte, in a file a pod. The folder is made now, for its owner
 * alone. Throws `output-failed`, then and later.
 */
export async function openOutputFolderSink(folder: string, hasTarget: boolean): Promise<RowSink> {
  await orOutputFailed(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  return {
    accept: async ({ row }) => {
      if (row.output.bytes.length === 0 && !hasRun(row)) return;
      const file = path.join(folder, outputFileName(rowPath(row, hasTarget)));
      await orOutputFailed(file, () => writePrivateFile(file, row.output.bytes));
    },
  };
}
