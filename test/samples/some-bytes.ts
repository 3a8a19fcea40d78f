import { createHash } from 'node:crypto';

/** Pseudo-random bytes, the same in each run, so that a failure can be repeated. */
export function someBytes(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(blocks, length);
}
