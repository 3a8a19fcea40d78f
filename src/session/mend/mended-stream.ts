import type { UpgradedSocket } from '../../cluster/cluster.ts';
import {
  openRemoteStream,
  type RemoteStream,
  type Left,
  type StreamEnd,
  type StreamListeners,
} from '../streams/remote-stream.ts';
import { ownsTerminal, type AttachRequest } from '../input/converse.ts';
import { makeInputGate } from '../input/input-gate.ts';
import { isWorthMending, mendConnection } from './mend-connection.ts';
import type { Judged, Mending } from './mending.ts';
import { MENDED_MS } from './outage.ts';
import type { SessionContext } from '../session-context.ts';
import { rememberShown, type StreamStart } from '../gap/remember-shown.ts';

/** How a session over one or more connections ended. */
export type MendedEnd = StreamEnd | Judged;

/** One attach over as many connections as it takes. An outage is only a pause for its user. */
export interface MendedStream extends RemoteStream<MendedEnd | Left> {
  /** Returns the output that an outage has lost, or the input that it may have lost. */
  readonly flaw: () => string | undefined;
  /** Call it when the start of the first connection was found in the log. */
  readonly place: (start: StreamStart) => void;
}

/** An attach that was opened, and the listeners to what it brings. */
export interface MendedRequest {
  readonly context: SessionContext;
  readonly request: AttachRequest;
  readonly upgraded: UpgradedSocket;
  readonly listeners: StreamListeners;
  /** Whether the process is known to run, so that the end of the stream can be a loss. */
  readonly hasStarted: () => boolean;
}

/**
 * Reads a socket that arrives paused. When it is lost while the container runs, tries for two minutes to attach again, to
 * the same container of the same pod. What was printed meanwhile comes from the log, once and in order. Input that went
 * to a lost connection is never sent again.
 */
export function openMendedStream(asked: MendedRequest, signal: AbortSignal): MendedStream {
  const { context, request, upgraded, listeners } = asked;
  const { io } = context;
  const leaving = new AbortController();
  const gate = makeInputGate({ dropsKeys: ownsTerminal(io, request) });
  const memory = rememberShown(startOf(request));
  let flaw: string | undefined;
  let current: RemoteStream | undefined;
  const mending: Mending = {
    context,
    request,
    gate,
    memory,
    listeners: { ...listeners, onPong: gate.ponged },
    lacks: (what) => (flaw ??= what),
  };
  const follow = (stream: RemoteStream | undefined): void => {
    current = stream;
    if (stream === undefined) gate.shut();
    else gate.open(stream);
  };
  const first = openRemoteStream(upgraded, {
    ...mending.listeners,
    onOutput: (channel, bytes) => {
      memory.accept(channel, bytes);
      listeners.onOutput(channel, bytes);
    },
  });
  const scope = AbortSignal.any([signal, leaving.signal]);
  const left = gate.left.then((): Left => ({ kind: 'left', by: 'SIGINT' }));
  return {
    ...gate,
    canEndStdin: first.canEndStdin,
    sendIdle: () => current?.sendIdle(),
    resize: (size) => current?.resize(size),
    ping: () => {
      if (current === undefined) listeners.onAlive(); // silence does not count without a connection
      gate.pinged();
      current?.ping();
    },
    ended: Promise.race([keepMended({ mending, first, follow, hasStarted: asked.hasStarted }, scope), left]),
    close: () => {
      leaving.abort();
      current?.close();
    },
    breakOff: (reason) => current?.breakOff(reason),
    flaw: () => flaw,
    place: memory.place,
  };
}

/** A command that waits for its start line has printed nothing before. */
function startOf({ startLine }: AttachRequest): StreamStart {
  return startLine === undefined ? { from: undefined, isExact: false } : { from: 0, isExact: true };
}

interface MendableStream {
  readonly mending: Mending;
  readonly first: RemoteStream;
  /** Sends input and sizes to this stream, or to none. */
  readonly follow: (stream: RemoteStream | undefined) => void;
  readonly hasStarted: () => boolean;
}

/** Mends the connection each time that it is lost. Returns how the session ended. */
async function keepMended(
  { mending, first, follow, hasStarted }: MendableStream,
  signal: AbortSignal,
): Promise<MendedEnd> {
  const now = (): number => mending.context.io.now().getTime();
  let outage = { sinceMs: 0, attempts: 0 };
  let stream = first;
  for (;;) {
    const openedMs = now();
    follow(stream);
    const end = await stream.ended;
    const lostMs = now();
    follow(undefined);
    if (signal.aborted || !hasStarted() || !(await isWorthMending(mending, end, signal))) return end;
    // A connection that is soon lost again belongs to the same outage.
    if (stream === first || lostMs - openedMs > MENDED_MS) outage = { sinceMs: lostMs, attempts: 0 };
    const mended = await mendConnection(mending, { end, lostMs, ...outage }, signal);
    if (mended.kind !== 'open') return mended;
    outage = { ...outage, attempts: mended.attempts };
    stream = mended.stream;
  }
}
