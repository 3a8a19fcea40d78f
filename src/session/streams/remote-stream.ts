import type { RawData, WebSocket } from 'ws';
import type { UpgradedSocket } from '../../cluster/cluster.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import type { TerminalSize } from '../../io.ts';
import {
  decodeFrame,
  encodeEndOfStdin,
  encodeIdle,
  encodeResize,
  encodeStdin,
  type Frame,
} from './frames.ts';
import type { DetachReason, Outcome } from '../outcome.ts';
import type { RemoteStatus } from './remote-status.ts';

/** How a stream ended. Whether the container has ended is read from the pod. */
export type StreamEnd =
  | { readonly kind: 'status'; readonly status: RemoteStatus }
  /** Closed without a Status; `code` is the WebSocket close code, 1006 if the connection was cut. */
  | { readonly kind: 'closed'; readonly code: number }
  | { readonly kind: 'broken'; readonly reason: string };

/** We left the session, by keys or after a signal. */
export interface Left {
  readonly kind: 'left';
  readonly by: DetachReason;
}

/** The stream of an attach or exec. Output goes to listeners. */
export interface RemoteStream<End = StreamEnd> {
  /** Whether we can close the remote stdin (v5). */
  readonly canEndStdin: boolean;
  readonly sendStdin: (bytes: Buffer, onSent?: () => void) => void;
  readonly endStdin: () => void;
  readonly sendIdle: () => void;
  readonly resize: (size: TerminalSize) => void;
  readonly ping: () => void;
  /** How many bytes of input the network has not taken yet. */
  readonly unsentBytes: () => number;
  /** Resolves once; never rejects. */
  readonly ended: Promise<End>;
  /** Leaves; the remote process goes on. */
  readonly close: () => void;
  /** Ends the stream at once, as the server is silent or breaks the protocol. */
  readonly breakOff: (reason: string) => void;
}

/** Called for all that arrives. */
export interface StreamListeners {
  readonly onOutput: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** Anything has come, pongs included. */
  readonly onAlive: () => void;
  /** A ping was answered, so all that was sent before it has reached the server. */
  readonly onPong?: () => void;
}

/** The outcome of a command that ended after its stream was lost: what it printed in between is missing. */
export function outcomeAfterLoss(end: StreamEnd, exitCode: number): Outcome {
  return {
    kind: 'incomplete',
    reason: `${describeLoss(end)} before the command ended with exit code ${exitCode}`,
  };
}

/** Says why a stream ended while its container ran on. */
export function describeLoss(end: StreamEnd): string {
  switch (end.kind) {
    case 'broken':
      return end.reason;
    case 'closed':
      return end.code === 1006 ? 'the connection was cut' : `the server closed the connection (${end.code})`;
    case 'status':
      return end.status.kind === 'failure' ? end.status.message : 'the node ended the stream';
  }
}

/** How long the server may take to answer our close before we drop the connection, in milliseconds. */
const CLOSE_GRACE_MS = 1000;

/** Opens a stream on a socket that is still paused, so that no frame is missed. */
export function openRemoteStream(upgraded: UpgradedSocket, listeners: StreamListeners): RemoteStream {
  const { socket, protocol } = upgraded;
  let breakOff: (reason: string) => void = () => undefined;
  const ended = new Promise<StreamEnd>((resolve) => {
    breakOff = (reason) => {
      resolve({ kind: 'broken', reason });
      socket.terminate();
    };
    listen(socket, { ...listeners, onEnd: resolve, breakOff });
  });
  socket.resume();
  const send = (message: Buffer, onSent?: () => void): void => {
    if (socket.readyState === socket.OPEN) socket.send(message, onSent);
  };
  const canEndStdin = protocol.startsWith('v5.');
  return {
    canEndStdin,
    sendStdin: (bytes, onSent) => {
      const messages = encodeStdin(bytes);
      messages.forEach((message, index) => send(message, index === messages.length - 1 ? onSent : undefined));
    },
    endStdin: () => canEndStdin && send(encodeEndOfStdin()),
    sendIdle: () => send(encodeIdle()),
    resize: (size) => send(encodeResize(size)),
    ping: () => {
      if (socket.readyState === socket.OPEN) socket.ping();
    },
    unsentBytes: () => socket.bufferedAmount,
    ended,
    close: () => closeGently(socket),
    breakOff,
  };
}

interface SocketListeners extends StreamListeners {
  readonly onEnd: (end: StreamEnd) => void;
  readonly breakOff: (reason: string) => void;
}

function listen(socket: WebSocket, listeners: SocketListeners): void {
  let status: RemoteStatus | undefined;
  socket.on('message', (data: RawData, isBinary: boolean) => {
    listeners.onAlive();
    const frame: Frame = decodeFrame(toBuffer(data), isBinary);
    if (frame.kind === 'stdout' || frame.kind === 'stderr') listeners.onOutput(frame.kind, frame.bytes);
    else if (frame.kind === 'status' && status === undefined) {
      status = frame.status;
      // Output may follow a Status: only the close of the socket is the end.
      setImmediate(() => closeGently(socket));
    } else if (frame.kind === 'text')
      listeners.breakOff('the server sent text where the protocol has only bytes');
  });
  socket.on('pong', () => {
    listeners.onAlive();
    listeners.onPong?.();
  });
  socket.on('error', (error) => {
    if (status === undefined) listeners.onEnd({ kind: 'broken', reason: reasonOf(error) });
  });
  socket.on('close', (code) => {
    listeners.onEnd(status === undefined ? { kind: 'closed', code } : { kind: 'status', status });
  });
}

/** The codes of the WebSocket library for messages that exceed its bounds. */
const BOUNDS_PASSED: Readonly<Record<string, string>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: `a message of the server ${BOUNDS.message.passed}`,
  WS_ERR_TOO_MANY_BUFFERED_PARTS: `a message of the server ${BOUNDS.fragments.passed}`,
};

function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return BOUNDS_PASSED[code] ?? error.message;
}

function closeGently(socket: WebSocket): void {
  if (socket.readyState === socket.CLOSED) return;
  socket.close(1000);
  const timer = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
  socket.once('close', () => clearTimeout(timer));
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
