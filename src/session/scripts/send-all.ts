import type { RemoteStream } from '../streams/remote-stream.ts';

/** Nothing more is read while the network has more unsent bytes than this. */
const MAX_UNSENT_BYTES = 1024 * 1024;

/** What a script reads on stdin. */
export type ScriptInput = Iterable<Buffer> | AsyncIterable<Buffer>;

/**
 * Sends all of `input` to the remote stdin, no faster than the network takes it. Returns early once the signal is aborted.
 * Throws what `input` throws.
 */
export async function sendAll(
  stream: Pick<RemoteStream, 'sendStdin' | 'unsentBytes'>,
  input: ScriptInput,
  signal: AbortSignal,
): Promise<void> {
  for await (const bytes of input) {
    if (signal.aborted) return;
    await sent(stream, bytes, signal);
  }
}

/** Resolves when there is room for more. A connection that is gone never calls back, so the signal resolves it too. */
function sent(
  stream: Pick<RemoteStream, 'sendStdin' | 'unsentBytes'>,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> | undefined {
  if (bytes.length === 0) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done);
    stream.sendStdin(bytes, done);
    if (stream.unsentBytes() <= MAX_UNSENT_BYTES) done();
  });
}
