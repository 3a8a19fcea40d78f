import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and the missing ones above it, each with this mode; one that exists stays as it is. `folder` is absolute.
 * Throws the system's errors, and an Error that says why. Node's own recursive mkdir tries for ever where the system says ENOENT for a new folder
 * whose parent exists, as in /proc.
 */
export function makeFolders(folder: string, mode: number): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it first.
    if (!isFolder(folder)) throw explain(error, parent);
  }
}

/** The system's ENOENT reads as if the parent did not exist. */
function explain(error: unknown, parent: string): unknown {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  return isMissing && isFolder(parent)
    ? new Error(`${parent} takes no new folders`, { cause: error })
    : error;
}

/** Whether this is a folder, or a link to one; false for what cannot be read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
