import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a temporary file for reading and writing that nobody else can open: it has no name any more, and goes with this
 * process however that ends. Throws what the system throws.
 */
export function openUnnamedFile(): number {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-'));
  try {
    return openSync(join(folder, 'output'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes all of `bytes`; a single write may take less than it was given. */
export function writeAllSync(fd: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  }
}
