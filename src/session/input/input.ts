import type { Readable } from 'node:stream';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { AttachStream } from '../streams/remote-stream.ts';
import { readDetachKeys, type DetachKeys } from './detach-keys.ts';

/** Beyond this much input that the network has not taken, local stdin is not read on. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** End of transmission: what Ctrl-D sends, and what ends the input of a program on a terminal. */
const END_OF_TRANSMISSION = 4;
const LINE_FEED = 10;

/** How long a first detach key waits for the second before it counts as typed for the remote side, in milliseconds. */
const DETACH_KEYS_MS = 500;

/** How long a command may take to end without being told that its input has, in milliseconds. */
const UNTOLD_END_MS = 5000;

/** Local stdin on its way to the remote side. */
export interface Input {
  /** Resolves when the person leaves by the detach keys, or the terminal is gone; rejects with `input-failed`. */
  readonly left: Promise<'keys' | 'SIGHUP'>;
  readonly stop: () => void;
}

/**
 * What the end of local stdin means: the terminal is gone; Ctrl-D for a program on a remote terminal; the end of the
 * remote stdin (v5); or nothing but a word to the person after a while, where the runtime would take it as our leaving
 * and cut the output.
 */
export type EndOfInput = 'hang-up' | 'send-ctrl-d' | 'close-stdin' | 'say';

/** How local stdin is to be sent. */
export interface InputOptions {
  readonly endOfInput: EndOfInput;
  /** Says that the end of stdin cannot be told, once the command has had its time to end without. */
  readonly onUntoldEnd: () => void;
  readonly detachKeys: DetachKeys;
}

/** Sends local stdin to the remote one until it ends or is stopped. Reading waits while the network takes no more. */
export function sendInput(
  io: Io,
  stream: Pick<AttachStream, 'sendStdin' | 'endStdin' | 'unsentBytes'>,
  { endOfInput, detachKeys, onUntoldEnd }: InputOptions,
): Input {
  const { stdin } = io;
  const stopping = new AbortController();
  const keys = readDetachKeys(detachKeys);
  let leave: (by: 'keys' | 'SIGHUP') => void = () => undefined;
  let fail: (error: CliError) => void = () => undefined;
  const left = new Promise<'keys' | 'SIGHUP'>((resolve, reject) => {
    leave = resolve;
    fail = reject;
  });
  const onSent = (): void => {
    if (!stopping.signal.aborted && stream.unsentBytes() <= MAX_UNSENT_BYTES) stdin.resume();
  };
  let lastByte: number | undefined;
  const send = (bytes: Buffer): void => {
    lastByte = bytes.at(-1) ?? lastByte;
    if (bytes.length > 0) stream.sendStdin(bytes, onSent);
    if (stream.unsentBytes() > MAX_UNSENT_BYTES) stdin.pause();
  };
  const holdKeys = holdFor(io, stopping.signal, () => send(keys.takeHeld()));
  const onData = (chunk: Buffer | string): void => {
    const typed = keys.read(Buffer.from(chunk));
    send(typed.send);
    if (typed.isDetached) leave('keys');
    else if (keys.isHolding()) holdKeys();
  };
  const onEnd = (): void => {
    send(keys.takeHeld());
    if (endOfInput === 'hang-up') leave('SIGHUP');
    else if (endOfInput === 'send-ctrl-d') stream.sendStdin(endOfTransmission(lastByte));
    else if (endOfInput === 'close-stdin') stream.endStdin();
    else io.sleep(UNTOLD_END_MS, stopping.signal).then(onUntoldEnd, () => undefined);
  };
  const onError = (cause: Error): void => {
    // A terminal that is gone says so by an error; a pipe that cannot be read has not ended.
    if (endOfInput === 'hang-up') leave('SIGHUP');
    else fail(new CliError('input-failed', `cannot read stdin: ${cause.message}`, { cause }));
  };
  return listen(stdin, { onData, onEnd, onError, left, stopping });
}

interface Listening extends Pick<Input, 'left'> {
  readonly onData: (chunk: Buffer | string) => void;
  readonly onEnd: () => void;
  readonly onError: (cause: Error) => void;
  readonly stopping: AbortController;
}

function listen(stdin: Readable, { onData, onEnd, onError, left, stopping }: Listening): Input {
  stdin.on('data', onData).on('end', onEnd).on('error', onError);
  // Whoever read it before, an earlier session or a picker, has left it paused.
  stdin.resume();
  if (stdin.readableEnded) onEnd();
  return {
    left,
    stop: () => {
      stopping.abort();
      stdin.off('data', onData).off('end', onEnd).off('error', onError);
      stdin.pause();
    },
  };
}

/** Behind an unfinished line the first Ctrl-D only hands that line over; the second one is the end. */
function endOfTransmission(lastByte: number | undefined): Buffer {
  const isLineEnd = lastByte === undefined || lastByte === LINE_FEED;
  return Buffer.alloc(isLineEnd ? 1 : 2, END_OF_TRANSMISSION);
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
