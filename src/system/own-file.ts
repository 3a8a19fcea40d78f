import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { MAY_WRITE, ownedByOther, writableByOthers } from './ownership.ts';

/** Follows no link and does not wait for a pipe. Windows has neither flag. */
const CAREFULLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file in one of our folders, with the flags of open(2). Only the user can access a new file. Throws the
 * system's errors, and an Error that says why if another user may have made the file.
 */
export async function openOwnFile(
  file: string,
  flags: number,
  userId: number | undefined,
): Promise<FileHandle> {
  const handle = await open(file, flags | CAREFULLY, 0o600);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${file} is not a file`);
    if (userId === undefined) return handle;
    if (stats.uid !== userId) throw ownedByOther(file, stats);
    if ((stats.mode & MAY_WRITE) !== 0) throw writableByOthers(file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
