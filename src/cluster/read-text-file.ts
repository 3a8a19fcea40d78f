import { readFileSync, statSync } from 'node:fs';

/**
 * Reads a text file of the user's. An ordinary file, which is small, is read at once: that costs a start less than the
 * threads that would wait for it. A pipe is waited for, so that a signal can end that. Throws the system's error.
 */
export async function readTextFile(path: string): Promise<string> {
  if (statSync(path).isFile()) return readFileSync(path, 'utf8');
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8');
}
