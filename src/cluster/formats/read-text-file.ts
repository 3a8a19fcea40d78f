import { readFileSync, statSync } from 'node:fs';
import { BOUNDS, tooLarge, type BoundName } from '../../errors/bounds.ts';
import { readWithin } from './read-at-most.ts';

/**
 * Reads a text file of the user's. An ordinary file, which is small, is read at once: that costs a start less than the
 * threads that would wait for it. A pipe is waited for, so that a signal can end that. Throws the system's error, and
 * `too-large` for a file of more than its bound, which is not read, or for what a pipe or device gives beyond it.
 */
export async function readTextFile(path: string, bound: BoundName = 'file'): Promise<string> {
  const subject = `the file ${path}`;
  const stat = statSync(path);
  if (stat.size > BOUNDS[bound].most) throw tooLarge(bound, subject);
  // Files that a system makes up while they are read say that they are empty.
  if (stat.isFile() && stat.size > 0) return readFileSync(path, 'utf8');
  const { createReadStream } = await import('node:fs');
  return (await readWithin(createReadStream(path), bound, subject)).toString('utf8');
}
