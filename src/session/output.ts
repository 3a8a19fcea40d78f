import type { Writable } from 'node:stream';
import type { Io } from '../io.ts';

/** Where the remote bytes go. The remote side is never made to wait for a slow local reader. */
export interface Output {
  readonly write: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** Resolves when the local reader has gone away (EPIPE); never rejects. */
  readonly closedByReader: Promise<void>;
  /** Resolves when stdout takes more, for a source that can wait: a log, unlike a live stream. */
  readonly writable: () => Promise<'open' | 'closed'>;
  /** Resolves when everything was taken, or the reader is gone. */
  readonly flush: () => Promise<void>;
  readonly release: () => void;
}

/** Makes the way to our stdout and stderr for the time of one session; `release` it at the end. */
export function openOutput(io: Pick<Io, 'stdout' | 'stderr'>): Output {
  let isClosed = false;
  let tellClosed = (): void => undefined;
  const closedByReader = new Promise<void>((resolve) => (tellClosed = resolve));
  const onError = (): void => {
    isClosed = true;
    tellClosed();
  };
  io.stdout.on('error', onError);
  io.stderr.on('error', onError);
  return {
    write: (channel, bytes) => {
      if (!isClosed) io[channel].write(bytes);
    },
    closedByReader,
    writable: async () => {
      if (!isClosed && io.stdout.writableNeedDrain) await Promise.race([closedByReader, drained(io.stdout)]);
      return isClosed ? 'closed' : 'open';
    },
    flush: () =>
      Promise.race([closedByReader, Promise.all([drained(io.stdout), drained(io.stderr)])]).then(
        () => undefined,
      ),
    release: () => {
      io.stdout.off('error', onError);
      io.stderr.off('error', onError);
    },
  };
}

function drained(stream: Writable): Promise<void> {
  if (stream.destroyed || stream.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => stream.write('', () => resolve()));
}
