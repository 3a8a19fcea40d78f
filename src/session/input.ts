import type { Readable } from 'node:stream';
import type { AttachStream } from './attach-stream.ts';

/** Beyond this much input that the network has not taken, local stdin is not read on. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** End of transmission: what Ctrl-D sends, and what ends the input of a program on a terminal. */
const END_OF_TRANSMISSION = Buffer.of(4);

/** Local stdin on its way to the remote side. */
export interface Input {
  /** Resolves when the terminal that stdin was is gone; never rejects. */
  readonly hungUp: Promise<void>;
  readonly stop: () => void;
}

/**
 * What the end of local stdin means: the terminal is gone; Ctrl-D for a program on a remote terminal; the end of the
 * remote stdin (v5); or nothing, where the runtime would take it as our leaving and cut the output.
 */
export type EndOfInput = 'hang-up' | 'send-ctrl-d' | 'close-stdin' | 'nothing';

/** Sends local stdin to the remote one until it ends or is stopped. Reading waits while the network takes no more. */
export function sendInput(stdin: Readable, stream: AttachStream, endOfInput: EndOfInput): Input {
  let isStopped = false;
  let hangUp = (): void => undefined;
  const hungUp = new Promise<void>((resolve) => (hangUp = resolve));
  const onSent = (): void => {
    if (!isStopped && stream.unsentBytes() <= MAX_UNSENT_BYTES) stdin.resume();
  };
  const onData = (chunk: Buffer | string): void => {
    stream.sendStdin(Buffer.from(chunk), onSent);
    if (stream.unsentBytes() > MAX_UNSENT_BYTES) stdin.pause();
  };
  const onEnd = (): void => {
    if (endOfInput === 'hang-up') hangUp();
    else if (endOfInput === 'send-ctrl-d') stream.sendStdin(END_OF_TRANSMISSION);
    else if (endOfInput === 'close-stdin') stream.endStdin();
  };
  stdin.on('data', onData).on('end', onEnd).on('error', onEnd);
  if (stdin.readableEnded) onEnd();
  return {
    hungUp,
    stop: () => {
      isStopped = true;
      stdin.off('data', onData).off('end', onEnd).off('error', onEnd);
      stdin.pause();
    },
  };
}
