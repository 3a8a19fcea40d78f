import type { Writable } from 'node:stream';

/** Writes bytes to a stream; returns a promise while it is full. A reader that goes away ends the command, in main.ts. */
export function drainOf(stream: Writable, bytes: Buffer): Promise<void> | undefined {
  if (stream.write(bytes)) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
