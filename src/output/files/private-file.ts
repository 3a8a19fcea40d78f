import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { refuseTrap } from '../../system/output-folder.ts';

/** A file that is being written. All methods throw the system's errors. */
export interface PrivateFile {
  readonly write: (contents: string | Uint8Array) => Promise<void>;
  /**
   * Moves the file into place, once the disk has it. It replaces a file or a link of that name, and never follows the link;
   * with `keeps` it fails with EEXIST instead.
   */
  readonly commit: (options?: { readonly keeps: boolean }) => Promise<void>;
  /** Deletes what was not committed. Call it in every case. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a file that only its owner may read, and that appears under its name only when it is whole. `file` is absolute.
 * Throws the system's errors, and an Error if another user controls the folder.
 */
export async function openPrivateFile(file: string, userId: number | undefined): Promise<PrivateFile> {
  refuseTrap(dirname(file), userId);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  // `x`: never through a link that another user put there.
  const handle = await open(draft, 'wx', 0o600);
  let isCommitted = false;
  return {
    write: async (contents) => {
      await handle.appendFile(contents);
    },
    commit: async ({ keeps } = { keeps: false }) => {
      await handle.sync();
      if (keeps) await placeNew(draft, file);
      else await rename(draft, file);
      isCommitted = true;
    },
    close: async () => {
      await handle.close();
      if (!isCommitted) await rm(draft, { force: true });
    },
  };
}

/** Gives a file its name unless another one has it; a file system without hard links cannot do both in one step. */
async function placeNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'])) throw error;
    if (existsSync(file)) throw Object.assign(new Error(`${file} exists`), { code: 'EEXIST' });
    await rename(draft, file);
    return;
  }
  await rm(draft, { force: true });
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/** Runs `write`, and turns its error into `output-failed`. */
export async function orOutputFailed<T>(file: string, write: () => T | Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    throw new CliError('output-failed', `cannot write ${file}: ${whyNotWritten(file, cause)}`, { cause });
  }
}

/** The system's message names a system call and our draft, which mean nothing to the user. */
const WHY_NOT_WRITTEN: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) => `folder ${folder} does not exist`,
  ENOTDIR: (folder) => `${folder} is not a folder`,
  EACCES: (folder) => `you may not write to folder ${folder}`,
  EPERM: (folder) => `you may not write to folder ${folder}`,
  EEXIST: () => 'it exists already',
  EISDIR: () => 'it is a folder',
  EROFS: (folder) => `folder ${folder} is read-only`,
  ENOSPC: () => 'no space is left on the device',
};

function whyNotWritten(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return WHY_NOT_WRITTEN[code]?.(dirname(file)) ?? errorText(cause);
}
