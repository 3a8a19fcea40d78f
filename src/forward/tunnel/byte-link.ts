import type { Duplex } from 'node:stream';
import type { UpgradedSocket } from '../../cluster/cluster.ts';

/** Bytes to and from a server, over a WebSocket or an upgraded connection. */
export interface ByteLink {
  /** Calls `onSent` once there is room for more. */
  readonly write: (bytes: Buffer, onSent?: () => void) => void;
  /** Stops reading, so that the server stops sending. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** How many bytes the network has not taken yet. */
  readonly unsentBytes: () => number;
  /** Asks for a sign of life of the server, if that can be asked below SPDY. */
  readonly ping: () => void;
  readonly close: () => void;
}

/** Hears what comes over a link. */
export interface LinkListener {
  readonly onBytes: (bytes: Buffer) => void;
  /** Something has come that is no bytes. */
  readonly onAlive: () => void;
  /** The link is over, for any reason. Called once. */
  readonly onEnd: (reason: string) => void;
}

/** With more unsent bytes than this a writer waits. */
const ROOM_BYTES = 1024 * 1024;
/** How long the server may take to answer our close before we drop the connection, in milliseconds. */
const CLOSE_GRACE_MS = 1000;

/** Binary messages of a WebSocket are bytes; where one begins and ends means nothing. */
export function linkOfWebSocket({ socket }: UpgradedSocket, listener: LinkListener): ByteLink {
  let failure: string | undefined;
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) listener.onBytes(data);
    else {
      failure = 'the server sent text where the protocol has only bytes';
      socket.terminate();
    }
  });
  socket.on('pong', listener.onAlive);
  socket.on('error', (error) => (failure ??= error.message));
  socket.on('close', (code) => listener.onEnd(failure ?? describeClose(code)));
  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  socket.resume();
  return {
    write: (bytes, onSent) => {
      if (!isOpen()) return;
      const hasRoom = socket.bufferedAmount < ROOM_BYTES;
      socket.send(bytes, hasRoom ? undefined : () => onSent?.());
      if (hasRoom) onSent?.();
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    unsentBytes: () => socket.bufferedAmount,
    ping: () => {
      if (isOpen()) socket.ping();
    },
    close: () => {
      if (socket.readyState === socket.CLOSED) return;
      // The answer to our close comes last, behind all that a paused socket has not read.
      socket.resume();
      socket.close(1000);
      const timer = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
      socket.once('close', () => clearTimeout(timer));
    },
  };
}

function describeClose(code: number): string {
  return code === 1006 ? 'the connection was cut' : `the server closed the connection (${code})`;
}

/** The bytes of an upgraded connection. */
export function linkOfSocket(socket: Duplex, listener: LinkListener): ByteLink {
  let failure = 'the connection was cut';
  socket.on('data', listener.onBytes);
  socket.on('error', (error) => (failure = error.message));
  // A server that ends its direction takes nothing more, either.
  socket.on('end', () => socket.destroy());
  socket.on('close', () => listener.onEnd(failure));
  return {
    write: (bytes, onSent) => {
      if (socket.destroyed) return;
      const hasRoom = socket.writableLength < ROOM_BYTES;
      socket.write(bytes, hasRoom ? undefined : () => onSent?.());
      if (hasRoom) onSent?.();
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    unsentBytes: () => socket.writableLength,
    ping: () => undefined,
    close: () => void socket.destroy(),
  };
}
