import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, rmdirSync, statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { commandText } from '../../errors/shell-word.ts';
import { makeFolders } from '../../system/make-folders.ts';
import { MAY_WRITE, ownedByOther, writableByOthers } from '../../system/ownership.ts';

/** A name has 255 bytes at most, and the file that is being written has a longer one. */
const LONGEST_NAME = 200;

/** Where a file or folder is written before it gets its name: beside its destination, on the same disk. */
export function partialPath(destination: string): string {
  const name = basename(destination);
  const short =
    Buffer.byteLength(name) <= LONGEST_NAME
      ? name
      : createHash('sha256').update(name).digest('hex').slice(0, 16);
  return join(dirname(destination), `.${short}.kubectl-debug-partial`);
}

/** What an earlier call left at this path. */
export type Remains = 'nothing' | 'file' | 'folder';

/**
 * Tells what an earlier call has left. Throws `write-failed` if another user may have made or changed it: the name is
 * known, so anyone could make it in a folder such as /tmp.
 */
export function findRemains(partial: string, userId: number | undefined): Remains {
  try {
    const stats = lstatSync(partial, { throwIfNoEntry: false });
    if (stats === undefined) return 'nothing';
    refuseForeign(partial, stats, userId);
    return stats.isDirectory() ? 'folder' : 'file';
  } catch (error) {
    throw new CliError('write-failed', `cannot go on with ${partial}: ${errorText(error)}`, {
      hint: commandText`if it is not needed, remove it: rm -r ${partial}`,
      cause: error,
    });
  }
}

function refuseForeign(partial: string, stats: Stats, userId: number | undefined): void {
  if (stats.isSymbolicLink()) throw new Error('it is a link');
  if (!stats.isDirectory() && !stats.isFile()) throw new Error('it is no file or folder');
  // What is written to it would appear under another name as well.
  if (stats.isFile() && stats.nlink !== 1) throw new Error('it has another name');
  if (userId === undefined) return;
  if (stats.uid !== userId) throw ownedByOther(partial, stats);
  // The mode of a file may be that of its source already.
  if (stats.isDirectory() && (stats.mode & MAY_WRITE) !== 0) throw writableByOthers(partial);
}

/** Longer than the names that people give, and removed at once. */
const PROBE = '.kubectl-debug-mode-of-new-folders';

/** The permission bits that the system takes from new files (umask); nothing but a new folder tells them. */
export function findMask(folder: string): number {
  const probe = join(folder, PROBE);
  makeFolders(probe, 0o777);
  const mask = 0o777 & ~statSync(probe).mode;
  rmdirSync(probe);
  return mask;
}

/** Makes the folder for the user alone; one that an earlier call left is opened for the user. */
export function makePartialFolder(partial: string, remains: Remains): void {
  if (remains === 'folder') chmodSync(partial, 0o700);
  else mkdirSync(partial, { mode: 0o700 });
}
