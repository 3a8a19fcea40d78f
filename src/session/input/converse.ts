import { isInterrupted } from '../../errors/interrupted.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { StartSign } from '../../start/wait/start-wait.ts';
import type { AttachStream, Left } from '../streams/remote-stream.ts';
import type { DetachKeys } from './detach-keys.ts';
import { sendInput, type EndOfInput, type Input } from './input.ts';
import { keepAlive, type AliveClock } from '../streams/keep-alive.ts';
import type { DetachReason } from '../outcome.ts';
import type { CommandEnd } from '../records/records.ts';
import { withRawMode } from '../terminal/raw-mode.ts';
import { nudge, windowSize } from '../terminal/window-size.ts';

/** A container to attach to, and how it was made. */
export interface AttachRequest {
  readonly container: ContainerRef;
  readonly stdin: boolean;
  /** Whether the end of our input is the end of the container's. */
  readonly stdinOnce: boolean;
  readonly tty: boolean;
  /**
   * What becomes of output from before the attach: `hold` keeps the later one back until it is known, `live` only
   * looks for it when nothing else came, as a shell draws its prompt anew, and whoever joins late is not shown it.
   */
  readonly head: 'hold' | 'live' | 'skip';
  /** What the container waits for on stdin before it runs its command; sent at each attach, before all input. */
  readonly startLine?: string;
  /** Resolves once the container has told that its command has ended, which its stream does not wait for. */
  readonly finished?: Promise<CommandEnd>;
  /** Whether v5 is not even offered. */
  readonly onlyV4?: boolean;
  /** The keys that leave without ending anything; empty for none. */
  readonly detachKeys: DetachKeys;
  /** Waits for the next sign that the container runs; asked again, for a better one than `likely`. */
  readonly nextSign: (signal: AbortSignal) => Promise<StartSign>;
  /** Told once the attach stands, and keys would arrive. */
  readonly onOpen?: () => void;
  /** Says that the container cannot be told that its input has ended. */
  readonly onUntoldEnd: () => void;
  /** Says what it means that we are stopped. */
  readonly onStop: () => void;
  /** Says that what came before the attach is not known, as the log may not be read. */
  readonly onUnknownHead: () => void;
}

/** What of a request a conversation is about: of an attach, or of an exec. */
export type Conversation = Pick<
  AttachRequest,
  'stdin' | 'stdinOnce' | 'tty' | 'detachKeys' | 'onUntoldEnd' | 'onStop'
>;

/** An open stream and what it is wired to. */
export interface LiveStream<End> {
  readonly io: Io;
  readonly request: Conversation;
  readonly stream: AttachStream<End>;
  readonly clock: AliveClock;
  /** When input may be sent; never rejects. */
  readonly inputMayStart: Promise<void>;
  /** How it is known to have ended, before the stream does. */
  readonly finished?: Promise<End>;
}

/** Hands input and output through until the stream ends or we leave; the terminal is as it was afterwards. */
export function converse<End>(live: LiveStream<End>, signal: AbortSignal): Promise<End | Left> {
  const { io, request, stream } = live;
  if (!ownsTerminal(io, request)) return pump(live, signal);
  const onResume = (): void => {
    stream.ping();
    nudge(windowSize(io), stream.resize);
  };
  const onStop = (): void => {
    // Not behind what is being typed.
    if (io.terminal.hasErrors) io.stderr.write('\n');
    request.onStop();
  };
  return withRawMode(io, { onStop, onResume }, () => pump(live, signal));
}

/** Whether keys go to the remote side one by one, Ctrl-C and Ctrl-D included. */
export function ownsTerminal(io: Io, { stdin, tty }: Pick<Conversation, 'stdin' | 'tty'>): boolean {
  return stdin && tty && io.terminal.hasInput;
}

/** What the end of our stdin means for the remote side. */
export function endOfInput(io: Io, request: Conversation): EndOfInput {
  if (ownsTerminal(io, request)) return 'hang-up';
  if (request.tty) return 'send-ctrl-d';
  return request.stdinOnce ? 'close-stdin' : 'say';
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

/** Starts to send input once it may be sent, unless the session is over by then. */
function startInput<End>(
  { io, request, stream, inputMayStart }: LiveStream<End>,
  signal: AbortSignal,
): Input {
  let input: Input | undefined;
  const left = inputMayStart.then(() => {
    if (!request.stdin || signal.aborted) return new Promise<never>(() => undefined);
    // A pipe may hold any bytes: only a person types keys.
    const detachKeys = ownsTerminal(io, request) ? request.detachKeys : Buffer.alloc(0);
    input = sendInput(io, stream, {
      endOfInput: endOfInput(io, request),
      detachKeys,
      onUntoldEnd: request.onUntoldEnd,
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
