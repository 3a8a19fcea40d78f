import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { MAY_WRITE, ownedByOther, writableByOthers } from './ownership.ts';

/** A link is not followed, and a pipe that lies there is not waited for. Windows has neither flag, which adds nothing. */
const CAREFULLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file in a folder of ours. `flags` are those of open(2); what is made is for the user alone. Throws the system's
 * errors, and an Error that says why when the file may come from somebody else.
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
