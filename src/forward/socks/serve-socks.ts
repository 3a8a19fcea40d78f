import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConnectError, isConnecting, type ConnectReason } from '../connect-error.ts';
import type { Destination } from '../way.ts';
import { readSocks, socksAnswer, type Result, type SocksWords } from './socks-words.ts';

/** How long a client may take to say where to, in milliseconds. */
const HANDSHAKE_MS = 10_000;
/** How soon a connection has to fail for the client to hear why, where nothing tells of success. In milliseconds. */
const SOON_MS = 100;

const RESULTS: Readonly<Record<ConnectReason, Result>> = {
  refused: 'refused',
  unreachable: 'unreachable',
  'unknown-host': 'unreachable',
  timeout: 'unreachable',
  denied: 'denied',
  reset: 'failed',
  other: 'failed',
};

/**
 * Serves SOCKS on an accepted connection: reads where the client wants to go, opens that by `connect`, and passes bytes on.
 * Names are passed on as names. Never throws; who wants to tell of failures listens to what `connect` returns.
 */
export function serveSocks(socket: Socket, connect: (destination: Destination) => Duplex): void {
  let held = Buffer.alloc(0);
  let isGreeted = false;
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off('data', onData).off('end', onEarlyEnd).off('close', stop);
  };
  const onEarlyEnd = (): void => void socket.destroy();
  const take = (words: SocksWords): void => {
    switch (words.kind) {
      case 'more':
        return;
      case 'greeting':
        isGreeted = true;
        held = held.subarray(words.length);
        socket.write(words.answer);
        take(readSocks(held, isGreeted));
        return;
      case 'refused':
        stop();
        refuse(socket, words.answer);
        return;
      case 'connect': {
        stop();
        socket.pause();
        const rest = held.subarray(words.length);
        if (rest.length > 0) socket.unshift(rest);
        lead(socket, connect(words.destination), (result) => socksAnswer(words.version, result));
      }
    }
  };
  const onData = (bytes: Buffer): void => {
    held = Buffer.concat([held, bytes]);
    take(readSocks(held, isGreeted));
  };
  socket.on('error', () => undefined); // `close` follows
  socket.on('data', onData).on('end', onEarlyEnd).on('close', stop);
}

/** Says no. What the client may still send is read, as an unread byte would make the system throw the answer away. */
function refuse(socket: Socket, answer: Buffer): void {
  socket.end(answer);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  socket.once('close', () => clearTimeout(timer));
}

function lead(socket: Socket, remote: Duplex, answer: (result: Result) => Buffer): void {
  const leave = (): void => void remote.destroy();
  const failed = (error?: unknown): void => {
    settle();
    socket.off('close', leave);
    refuse(socket, answer(error instanceof ConnectError ? RESULTS[error.reason] : 'failed'));
  };
  const succeeded = (): void => {
    settle();
    socket.off('close', leave);
    if (socket.destroyed) remote.destroy();
    else {
      socket.write(answer('connected'));
      passOn(socket, remote);
    }
  };
  const settle = (): void => {
    clearTimeout(timer);
    remote.off('connect', succeeded).off('readable', succeeded).off('error', failed).off('close', failed);
  };
  let timer: NodeJS.Timeout | undefined;
  remote.on('error', () => undefined); // for what comes later
  remote.on('error', failed).on('close', failed);
  socket.on('close', leave);
  if (isConnecting(remote)) remote.on('connect', succeeded);
  else {
    timer = setTimeout(succeeded, SOON_MS);
    remote.on('readable', succeeded);
  }
}

/** Passes bytes on with the back-pressure and the half-closes of both sides. */
function passOn(socket: Socket, remote: Duplex): void {
  socket.on('close', () => remote.destroy());
  remote.on('error', () => socket.resetAndDestroy());
  remote.on('close', () => {
    if (remote.readableEnded) socket.destroySoon();
    else socket.resetAndDestroy();
  });
  socket.pipe(remote);
  remote.pipe(socket);
}
