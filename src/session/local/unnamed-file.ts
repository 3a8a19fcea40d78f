import { lstatSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { absolute, findOwnFolder } from '../../system/own-folder.ts';

/**
 * Opens a temporary file for reading and writing that others cannot open: its name is removed, and its room is freed when this
 * process ends. Throws what the system throws, and an Error if other users could replace the file.
 */
export function openUnnamedFile(): number {
  const base = absolute(tmpdir()) ?? '/tmp';
  const folder = mkdtempSync(join(base, 'kubectl-debug-'));
  try {
    // In a folder in which others may rename our files, we could open a file of theirs.
    const userId = platform() === 'win32' ? undefined : lstatSync(folder).uid;
    findOwnFolder({ base, names: [basename(folder)] }, userId);
    const file = join(folder, 'output');
    const fd = openSync(file, 'wx+', 0o600);
    unlinkSync(file);
    return fd;
  } finally {
    removeFolder(folder);
  }
}

function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Windows may keep the name of an open file until it is closed: an empty folder is left.
  }
}

/** Writes all of `bytes`, as a single write may take only some. */
export function writeAllSync(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  }
}
