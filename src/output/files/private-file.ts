import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { refuseTrap } from '../../system/output-folder.ts';

/** A file that is being written. All methods throw the system's errors. */
interface PrivateFile {
  readonly write: (contents: string | Uint8Array) => Promise<void>;
  /** Moves the file into place. It replaces a file or a link of that name, and never follows the link. */
  readonly commit: () => Promise<void>;
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
    commit: async () => {
      await rename(draft, file);
      isCommitted = true;
    },
    close: async () => {
      await handle.close();
      if (!isCommitted) await rm(draft, { force: true });
    },
  };
}

/** Runs `write`, and turns its error into `output-failed`. */
export async function orOutputFailed<T>(file: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    throw new CliError('output-failed', `cannot write ${file}: ${whyNotWritten(file, cause)}`, { cause });
  }
}

/** The system's message names a system call and our draft, which mean nothing to the user. */
function whyNotWritten(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `folder ${dirname(file)} does not exist`;
    case 'ENOTDIR':
      return `${dirname(file)} is not a folder`;
    case 'EACCES':
    case 'EPERM':
      return `you may not write to folder ${dirname(file)}`;
    case 'EISDIR':
      return 'it is a folder';
    case 'EROFS':
      return `folder ${dirname(file)} is read-only`;
    case 'ENOSPC':
      return 'no space is left on the device';
    default:
      return errorText(cause);
  }
}
