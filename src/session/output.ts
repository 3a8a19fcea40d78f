import type { Writable } from 'node:stream';
import type { Io } from '../io.ts';

/** Where the remote bytes go. The remote side is never made to wait for a slow local reader. */
export interface Output {
  readonly write: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** Resolves when stdout takes more, for a source that can wait: a log, unlike a live stream. */
  readonly writable: () => Promise<void>;
  /** Resolves when everything was taken, or the reader is gone. */
  readonly flush: () => Promise<void>;
}

/** Makes the way to our stdout and stderr. That a reader goes away is heard elsewhere, as a signal would be. */
export function openOutput(io: Pick<Io, 'stdout' | 'stderr'>): Output {
  return {
    write: (channel, bytes) => {
      if (!io[channel].destroyed) io[channel].write(bytes);
    },
    writable: async () => {
      if (io.stdout.writableNeedDrain) await drained(io.stdout);
    },
    flush: async () => {
      await Promise.all([drained(io.stdout), drained(io.stderr)]);
    },
  };
}

function drained(stream: Writable): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => stream.write('', () => resolve()));
}
