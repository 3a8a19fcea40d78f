import type { RemoteStreams } from '../../cluster/api/remote-command.ts';
import { isInterrupted } from '../../errors/interrupted.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { RemoteStream, Left } from '../streams/remote-stream.ts';
import type { DetachKeys } from './detach-keys.ts';
import { sendInput, type EndOfInput, type Input } from './input.ts';
import { keepAlive, type AliveClock } from '../streams/keep-alive.ts';
import type { DetachReason } from '../outcome.ts';
import type { CommandEnd } from '../records/records.ts';
import type { TellNews } from '../session-news.ts';
import { withRawMode } from '../terminal/raw-mode.ts';
import { nudge } from '../terminal/window-size.ts';

/** A container to attach to, and how it was made. */
export interface AttachRequest {
  readonly container: ContainerRef;
  readonly stdin: boolean;
  /** Whether the end of our input is the end of the container's. */
  readonly stdinOnce: boolean;
  readonly tty: boolean;
  /**
   * How output from before the attach is dealt with: `hold` keeps later output back until it is known; `live` shows later
   * output at once, for a shell, which draws its prompt anew, and the earlier lines above that prompt; `skip` does not
   * look for it.
   */
  readonly earlierOutput: 'hold' | 'live' | 'skip';
  /** The line on stdin that the container waits for before it runs its command; sent at each attach, before all input. */
  readonly startLine?: string;
  /** Resolves once the records in the output say that the command has ended, which may be before its stream ends. */
  readonly finished?: Promise<CommandEnd>;
  /** Whether v5 is not offered to the server. */
  readonly onlyV4?: boolean;
  /** The keys that leave without ending anything; empty for none. */
  readonly detachKeys: DetachKeys;
}

/** The streams to open for an attach. */
export function attachStreamsOf({
  container: ref,
  stdin,
  startLine,
  tty,
  onlyV4 = false,
}: AttachRequest): RemoteStreams {
  return { ref, stdin: stdin || startLine !== undefined, stdout: true, stderr: !tty, tty, onlyV4 };
}

/** The part of a request that an attach and an exec share. */
export type Conversation = Pick<AttachRequest, 'stdin' | 'stdinOnce' | 'tty' | 'detachKeys'>;

/** An open stream, and what it is connected to. */
export interface LiveStream<End> {
  readonly io: Io;
  readonly request: Conversation;
  readonly stream: RemoteStream<End>;
  readonly clock: AliveClock;
  /** Resolves when input may be sent; never rejects. */
  readonly inputMayStart: Promise<void>;
  readonly tell: TellNews;
  /** Hears the input that is sent. */
  readonly hearInput?: ((bytes: Buffer) => void) | undefined;
  /** How the session has ended, where that may be known before its stream ends. */
  readonly finished?: Promise<End>;
}

/** Passes input and output through until the stream ends or we leave; puts the terminal back. */
export function converse<End>(live: LiveStream<End>, signal: AbortSignal): Promise<End | Left> {
  const { io, request, stream, tell } = live;
  if (!ownsTerminal(io, request)) return pump(live, signal);
  const onResume = (): void => {
    stream.ping();
    void nudge(io, stream.resize);
  };
  const onStop = (): void => {
    // On a new line, not behind the command line that is being typed.
    if (io.terminal.hasErrors) io.stderr.write('\n');
    tell({ kind: 'stopped' });
  };
  return withRawMode(io, { onStop, onResume }, () => pump(live, signal));
}

/** Whether each key goes to the remote side, Ctrl-C and Ctrl-D included. */
export function ownsTerminal(io: Io, { stdin, tty }: Pick<Conversation, 'stdin' | 'tty'>): boolean {
  return stdin && tty && io.terminal.hasInput;
}

/** What the end of our stdin means for the remote side. */
export function endOfInput(io: Io, request: Conversation): EndOfInput {
  if (ownsTerminal(io, request)) return 'hang-up';
  if (request.tty) return 'send-ctrl-d';
  return request.stdinOnce ? 'close-stdin' : 'tell';
}

async function pump<End>(live: LiveStream<End>, signal: AbortSignal): Promise<End | Left> {
  const { io, stream, clock, finished = new Promise<never>(() => undefined) } = live;
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const input = startInput(live, scope);
  const alive = keepAlive(io, { stream, clock }, scope);
  const left = (by: DetachReason): Left => ({ kind: 'left', by });
  try {
    return await Promise.race([finished, stream.ended, interrupted(scope).then(left), input.left.then(left)]);
  } finally {
    over.abort();
    input.stop();
    stream.close();
    await alive;
  }
}

/** Starts to send input as soon as it may be sent, unless the session is over by then. */
function startInput<End>(
  { io, request, stream, inputMayStart, tell, hearInput }: LiveStream<End>,
  signal: AbortSignal,
): Input {
  let input: Input | undefined;
  const left = inputMayStart.then(() => {
    if (!request.stdin || signal.aborted) return new Promise<never>(() => undefined);
    // Detach keys are typed by a person; in a pipe the same bytes are data.
    const detachKeys = ownsTerminal(io, request) ? request.detachKeys : Buffer.alloc(0);
    input = sendInput(io, stream, {
      endOfInput: endOfInput(io, request),
      detachKeys,
      tell,
      hearInput,
    });
    return input.left;
  });
  return { left, stop: () => input?.stop() };
}

function interrupted(signal: AbortSignal): Promise<DetachReason> {
  return new Promise((resolve) => {
    const tell = (): void => {
      const reason: unknown = signal.reason;
      if (isInterrupted(reason)) resolve(reason.signalName);
    };
    if (signal.aborted) tell();
    signal.addEventListener('abort', tell, { once: true });
  });
}
