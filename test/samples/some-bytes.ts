import { createCipheriv } from 'node:crypto';

/** Pseudo-random bytes, the same in each run, so that a failure can be repeated; fewer are the beginning of more. */
export function someBytes(length: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, 'key'), Buffer.alloc(16)).update(
    Buffer.alloc(length),
  );
}
