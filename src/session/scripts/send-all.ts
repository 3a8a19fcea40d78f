import type { RemoteStream } from '../streams/remote-stream.ts';

/** While the network has more unsent bytes than this, a piece waits for the one before it. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** Smaller than that, so that the network has something to send while more is read. */
const PIECE_BYTES = 512 * 1024;

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
  let earlier: Promise<void> | undefined;
  for await (const bytes of input)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      if (signal.aborted) return;
      const now = sent(stream, bytes.subarray(at, at + PIECE_BYTES), signal);
      await earlier;
      earlier = now;
    }
}

/** Resolves when there is room for more. A connection that is gone never calls back, so the signal resolves it too. */
function sent(
  stream: Pick<RemoteStream, 'sendStdin' | 'unsentBytes'>,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<void> {
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
