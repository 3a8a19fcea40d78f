import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cut } from '../api/request/cut.ts';
import type { Refusal } from '../kubelet.ts';
import { type ServerStream, SpdyServer } from './spdy-server.ts';

/** Connects to a port of the pod. */
export type Dial = (port: number) => Socket | Refusal;

/** How long containerd lets one direction run on when the other has ended, in milliseconds. */
const GRACE_MS = 1000;

/**
 * Serves the connections of a port-forward over SPDY, as the runtime's streaming server does: a connection begins when both of
 * its streams are there.
 * See https://github.com/kubernetes/cri-streaming/blob/master/pkg/streaming/portforward/httpstream.go
 */
export function servePorts(socket: Duplex, dial: Dial, cut: Cut): Promise<void> {
  const halves = new Map<string, ServerStream>();
  const server = new SpdyServer(socket, cut, (stream) => {
    const { requestid: id = '', streamtype: type } = stream.headers;
    const other = halves.get(id);
    if (other === undefined) {
      halves.set(id, stream);
      return;
    }
    halves.delete(id);
    const [error, data] = type === 'error' ? [stream, other] : [other, stream];
    void forward(data, error, dial);
  });
  return server.serve();
}

async function forward(data: ServerStream, error: ServerStream, dial: Dial): Promise<void> {
  const port = Number(data.headers['port']);
  const socket = dial(port);
  try {
    if ('kind' in socket) throw new Error(socket.message);
    await connect(socket, port);
    await copyBoth(socket, data);
    data.end();
    error.end();
  } catch (cause) {
    data.end();
    const why = cause instanceof Error ? cause.message : String(cause);
    const place = 'failed to execute portforward in network namespace "/var/run/netns/cni-1"';
    await error.write(Buffer.from(`error forwarding port ${port} to pod 4c2f, uid : ${place}: ${why}`));
    data.reset();
    error.reset();
  } finally {
    if (!('kind' in socket)) socket.destroy();
  }
}

async function connect(socket: Socket, port: number): Promise<void> {
  try {
    await once(socket, 'connect');
  } catch {
    const tried = ['IPv4: dial tcp4 127.0.0.1', 'IPv6 dial tcp6 [::1]'];
    const said = tried.map((start) => `${start}:${port}: connect: connection refused`).join(' ');
    throw new Error(`failed to connect to localhost:${port} inside namespace "4c2f", ${said} `);
  }
}

/** As containerd: the end of one direction is not passed on, but ends the other after a while. */
async function copyBoth(socket: Socket, data: ServerStream): Promise<void> {
  // An error also ends the copy of the other direction, which throws it.
  socket.on('error', () => undefined);
  const copies = [copyOut(socket, data), copyIn(data, socket)];
  await Promise.race(copies);
  const stop = new AbortController();
  const late = sleep(GRACE_MS, undefined, { signal: stop.signal }).catch(() => undefined); // both have ended
  await Promise.race([Promise.all(copies), late]);
  stop.abort();
  copies.forEach((copy) => void copy.catch(() => undefined));
}

async function copyOut(socket: Socket, data: ServerStream): Promise<void> {
  try {
    for await (const chunk of socket) await data.write(chunk as Buffer);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new Error('read tcp4 127.0.0.1: read: connection reset by peer', { cause: error });
  }
}

async function copyIn(data: ServerStream, socket: Socket): Promise<void> {
  for (;;) {
    const piece = await data.read();
    if (piece === undefined || socket.destroyed) return;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}
