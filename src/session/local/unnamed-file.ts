import { lstatSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { absolute, findOwnFolder } from '../../system/own-folder.ts';

/**
 * Opens a temporary file for reading and writing that nobody else can open: it has no name any more, and goes with this
 * process however that ends. Throws what the system throws, and an Error where others could take the place of the file.
 */
export function openUnnamedFile(): number {
  const base = absolute(tmpdir()) ?? '/tmp';
  const folder = mkdtempSync(join(base, 'kubectl-debug-'));
  try {
    // Where others may rename what is ours, the file that is opened next could be theirs.
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
    // Windows may keep the name of an open file until it is closed. What is left is an empty folder.
  }
}

/** Writes all of `bytes`; a single write may take less than it was given. */
export function writeAllSync(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  }
}
