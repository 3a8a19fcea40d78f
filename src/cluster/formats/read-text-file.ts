import { readFileSync, statSync } from 'node:fs';
import { BOUNDS, tooLarge, type BoundName } from '../../errors/bounds.ts';
import { readWithin } from './read-at-most.ts';

/**
 * Reads a text file of the user. Reads a regular file synchronously, which is faster for small files than the
 * thread pool. Reads a pipe asynchronously, so that a signal can interrupt it. Throws the system's errors and
 * `too-large`.
 */
export async function readTextFile(path: string, bound: BoundName = 'file'): Promise<string> {
  const subject = `the file ${path}`;
  const stat = statSync(path);
  if (stat.size > BOUNDS[bound].most) throw tooLarge(bound, subject);
  // Generated files, like those of /proc, have the size 0.
  if (stat.isFile() && stat.size > 0) return readFileSync(path, 'utf8');
  const { createReadStream } = await import('node:fs');
  return (await readWithin(createReadStream(path), bound, subject)).toString('utf8');
}
