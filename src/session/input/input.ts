import type { Readable } from 'node:stream';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { TellNews } from '../session-news.ts';
import type { RemoteStream } from '../streams/remote-stream.ts';
import { readDetachKeys, type DetachKeys } from './detach-keys.ts';

/** We stop reading local stdin while the network has more unsent input than this. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** What Ctrl-D sends: on a terminal it ends the input of a program. */
const END_OF_TRANSMISSION = 4;
const LINE_FEED = 10;

/** How long the first detach key is held back for the second before it is sent, in milliseconds. */
const DETACH_KEYS_MS = 500;

/** How long a command may take to end by itself before we tell that it cannot see the end of its input, in milliseconds. */
const UNSENT_END_MS = 5000;

/** Local stdin on its way to the remote side. */
export interface Input {
  /** Resolves when the person leaves by the detach keys, or the terminal is gone; rejects with `input-failed`. */
  readonly left: Promise<'keys' | 'SIGHUP'>;
  readonly stop: () => void;
}

/**
 * What the end of local stdin means. `hang-up`: the terminal is gone. `send-ctrl-d`: a program on a remote terminal gets
 * Ctrl-D. `close-stdin`: the remote stdin is closed (v5). `tell`: nothing is sent, as the runtime would take it for our
 * leaving and cut the output; the person is told after a while.
 */
export type EndOfInput = 'hang-up' | 'send-ctrl-d' | 'close-stdin' | 'tell';

/** How to send local stdin. */
export interface InputOptions {
  readonly endOfInput: EndOfInput;
  readonly tell: TellNews;
  readonly detachKeys: DetachKeys;
  /** Hears what is sent. */
  readonly hearInput?: ((bytes: Buffer) => void) | undefined;
}

/** Sends local stdin to the remote one until it ends or is stopped; reads no more than the network takes. */
export function sendInput(
  io: Io,
  stream: Pick<RemoteStream, 'sendStdin' | 'endStdin' | 'unsentBytes'>,
  { endOfInput, detachKeys, tell, hearInput }: InputOptions,
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
    if (bytes.length > 0) hearInput?.(bytes);
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
    else
      io.sleep(UNSENT_END_MS, stopping.signal).then(
        () => tell({ kind: 'input-end-unsent' }),
        () => undefined, // the session is over
      );
  };
  const onError = (cause: Error): void => {
    // A terminal that is gone fails to be read; a pipe that fails has not ended.
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
  // An earlier reader, such as a session or a picker, has left it paused.
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

/** After an unfinished line the first Ctrl-D only hands that line over; the second one ends the input. */
function endOfTransmission(lastByte: number | undefined): Buffer {
  const isLineEnd = lastByte === undefined || lastByte === LINE_FEED;
  return Buffer.alloc(isLineEnd ? 1 : 2, END_OF_TRANSMISSION);
}

/** Returns a function that calls `release` after a while; each call starts the time anew. */
function holdFor(io: Io, signal: AbortSignal, release: () => void): () => void {
  let latest = new AbortController();
  return () => {
    latest.abort();
    latest = new AbortController();
    io.sleep(DETACH_KEYS_MS, AbortSignal.any([signal, latest.signal])).then(release, () => undefined);
  };
}
