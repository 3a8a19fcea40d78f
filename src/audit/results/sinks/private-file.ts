import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../../../errors/cli-error.ts';
import { errorText } from '../../../errors/error-text.ts';
import { refuseTrap } from '../../../system/output-folder.ts';

/** A file that is being written. Everything throws what the system throws. */
export interface PrivateFile {
  readonly write: (contents: string | Uint8Array) => Promise<void>;
  /** Puts the file in its place, where it replaces what lies there; a link is replaced, not followed. */
  readonly commit: () => Promise<void>;
  /** To be called on every way out: what was not committed is gone then. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a file that only its owner may read, and that is in its place only once it is whole; `file` is absolute. Throws what the
 * system throws, and an Error where somebody else has laid the folder out.
 */
export async function openPrivateFile(file: string, userId: number | undefined): Promise<PrivateFile> {
  refuseTrap(dirname(file), userId);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  // Not through a link that somebody else may have put there.
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

/** Throws `output-failed`, with what the system says, when `write` fails. */
export async function orOutputFailed<T>(file: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    throw new CliError('output-failed', `cannot write ${file}: ${whyNotWritten(file, cause)}`, { cause });
  }
}

/** The system names its own call and our draft; nobody typed either. */
function whyNotWritten(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'ENOENT':
      return `folder ${dirname(file)} does not exist`;
    case 'ENOTDIR':
      return `${dirname(file)} is no folder`;
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
