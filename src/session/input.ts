import type { Io } from '../io.ts';
import type { AttachStream } from './attach-stream.ts';
import { readDetachKeys, type DetachKeys } from './detach-keys.ts';

/** Beyond this much input that the network has not taken, local stdin is not read on. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** End of transmission: what Ctrl-D sends, and what ends the input of a program on a terminal. */
const END_OF_TRANSMISSION = Buffer.of(4);

/** How long a first detach key waits for the second before it counts as typed for the remote side, in milliseconds. */
const DETACH_KEYS_MS = 500;

/** Local stdin on its way to the remote side. */
export interface Input {
  /** Resolves when the person leaves by the detach keys, or the terminal that stdin was is gone; never rejects. */
  readonly left: Promise<'keys' | 'SIGHUP'>;
  readonly stop: () => void;
}

/**
 * What the end of local stdin means: the terminal is gone; Ctrl-D for a program on a remote terminal; the end of the
 * remote stdin (v5); or nothing, where the runtime would take it as our leaving and cut the output.
 */
export type EndOfInput = 'hang-up' | 'send-ctrl-d' | 'close-stdin' | 'nothing';

/** How local stdin is to be sent. */
export interface InputOptions {
  readonly endOfInput: EndOfInput;
  readonly detachKeys: DetachKeys;
}

/** Sends local stdin to the remote one until it ends or is stopped. Reading waits while the network takes no more. */
export function sendInput(io: Io, stream: AttachStream, { endOfInput, detachKeys }: InputOptions): Input {
  const { stdin } = io;
  const stopping = new AbortController();
  const keys = readDetachKeys(detachKeys);
  let leave: (by: 'keys' | 'SIGHUP') => void = () => undefined;
  const left = new Promise<'keys' | 'SIGHUP'>((resolve) => (leave = resolve));
  const onSent = (): void => {
    if (!stopping.signal.aborted && stream.unsentBytes() <= MAX_UNSENT_BYTES) stdin.resume();
  };
  const send = (bytes: Buffer): void => {
    if (bytes.length > 0) stream.sendStdin(bytes, onSent);
    if (stream.unsentBytes() > MAX_UNSENT_BYTES) stdin.pause();
  };
  const holdKeys = holdFor(io, stopping.signal, () => send(keys.takeHeld()));
  const onData = (chunk: Buffer | string): void => {
    const typed = keys.read(Buffer.from(chunk));
    send(typed.send);
    if (typed.isDetached) leave('keys');
    else holdKeys();
  };
  const onEnd = (): void => {
    send(keys.takeHeld());
    if (endOfInput === 'hang-up') leave('SIGHUP');
    else if (endOfInput === 'send-ctrl-d') stream.sendStdin(END_OF_TRANSMISSION);
    else if (endOfInput === 'close-stdin') stream.endStdin();
  };
  stdin.on('data', onData).on('end', onEnd).on('error', onEnd);
  // Whoever read it before, an earlier session or a picker, has left it paused.
  stdin.resume();
  if (stdin.readableEnded) onEnd();
  return {
    left,
    stop: () => {
      stopping.abort();
      stdin.off('data', onData).off('end', onEnd).off('error', onEnd);
      stdin.pause();
    },
  };
}

/** Calls `release` once nothing was typed for a while; each call starts the while anew. */
function holdFor(io: Io, signal: AbortSignal, release: () => void): () => void {
  let latest = new AbortController();
  return () => {
    latest.abort();
    latest = new AbortController();
    io.sleep(DETACH_KEYS_MS, AbortSignal.any([signal, latest.signal])).then(release, () => undefined);
  };
}
