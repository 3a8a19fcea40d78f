import type { Writable } from 'node:stream';

/**
 * Writes text and waits until the stream has taken it, so that a slow reader slows us down instead of filling our memory.
 * `closed` means that the reader has gone away; the stream also emits `error`.
 */
export function writeText(stream: Writable, text: string): Promise<'open' | 'closed'> {
  return new Promise((resolve) => {
    stream.write(text, (error) => {
      resolve(error ? 'closed' : 'open');
    });
  });
}
