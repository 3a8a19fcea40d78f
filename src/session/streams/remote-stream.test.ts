import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openRemoteStream, type RemoteStream } from './remote-stream.ts';

const servers: WebSocketServer[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

interface Connected {
  readonly stream: RemoteStream;
  readonly output: () => string;
}

/** Connects a stream to a server that does `serve` with its end of the socket. */
async function connect(
  serve: (socket: WebSocket) => void,
  protocol = 'v5.channel.k8s.io',
): Promise<Connected> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  servers.push(server);
  server.on('connection', serve);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, [protocol]);
  // Paused in the same turn, as the request layer does it: frames may come with the upgrade.
  await new Promise<void>((resolve) =>
    socket.once('open', () => {
      socket.pause();
      resolve();
    }),
  );
  let text = '';
  const stream = openRemoteStream(
    { socket, protocol },
    { onOutput: (channel, bytes) => (text += `${channel}:${bytes.toString()};`), onAlive: () => undefined },
  );
  return { stream, output: () => text };
}

const frame = (channel: number, text: string): Buffer =>
  Buffer.concat([Buffer.of(channel), Buffer.from(text)]);

describe('openRemoteStream', () => {
  it('delivers output in order, also what comes with the upgrade and after the status', async () => {
    const { stream, output } = await connect((socket) => {
      socket.send(Buffer.alloc(0));
      socket.send(frame(1, 'one'));
      socket.send(frame(2, 'two'));
      socket.send(frame(3, '{"status":"Success"}'));
      socket.send(frame(1, 'three'));
      socket.close(1000);
    });
    expect(await stream.ended).toEqual({ kind: 'status', status: { kind: 'success' } });
    expect(output()).toBe('stdout:one;stderr:two;stdout:three;');
  });

  it('takes the first of two statuses', async () => {
    const { stream } = await connect((socket) => {
      socket.send(frame(3, '{"status":"Failure","message":"gone"}'));
      socket.send(frame(3, '{"status":"Success"}'));
      socket.close(1000);
    });
    expect(await stream.ended).toMatchObject({ status: { kind: 'failure', message: 'gone' } });
  });

  it('ends a stream whose server says how it ended but never closes', async () => {
    const { stream } = await connect((socket) => {
      socket.on('close', () => undefined);
      socket.send(frame(3, '{"status":"Success"}'));
    });
    expect(await stream.ended).toMatchObject({ status: { kind: 'success' } });
  });

  it.each([
    { label: 'a close without a status', serve: (socket: WebSocket) => socket.close(1000), code: 1000 },
    { label: 'a cut', serve: (socket: WebSocket) => socket.terminate(), code: 1006 },
  ])('tells $label from a success', async ({ serve, code }) => {
    const { stream } = await connect(serve);
    expect(await stream.ended).toEqual({ kind: 'closed', code });
  });

  it('breaks off when the server sends text', async () => {
    const { stream } = await connect((socket) => socket.send('hello'));
    expect(await stream.ended).toMatchObject({ kind: 'broken' });
  });

  it('sends input, sizes and the end of input as the protocol has them', async () => {
    const received: string[] = [];
    const { stream } = await connect((socket) => {
      socket.on('message', (data: Buffer) => received.push(data.toString('latin1')));
      socket.on('close', () => undefined);
    });
    stream.sendStdin(Buffer.from('ls\n'));
    stream.resize({ columns: 100, rows: 50 });
    stream.endStdin();
    stream.close();
    await stream.ended;
    expect(received).toEqual(['\x00ls\n', '\x04{"Width":100,"Height":50}', '\xff\x00']);
  });

  it('cannot end input where only v4 was agreed, and then sends nothing', async () => {
    const received: Buffer[] = [];
    const { stream } = await connect(
      (socket) => socket.on('message', (data: Buffer) => received.push(data)),
      'v4.channel.k8s.io',
    );
    expect(stream.canEndStdin).toBe(false);
    stream.endStdin();
    stream.close();
    await stream.ended;
    expect(received).toEqual([]);
  });
});
