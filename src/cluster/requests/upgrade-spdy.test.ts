import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { anIo } from '../../../test/builders/an-io.ts';
import { aLocalServer, json } from '../../../test/servers/local-server.ts';
import { openPlainPortForward, openPortForward } from '../api/port-forward.ts';
import type { Cluster } from '../cluster.ts';
import { connect } from '../connect/connect.ts';

const POD = { namespace: 'shop', name: 'web-1' };
const options = { signal: new AbortController().signal, timeoutMs: 5000 };
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: SPDY/3.1\r\n\r\n';

async function setUp(
  onUpgrade: (request: IncomingMessage, socket: Duplex) => void,
): Promise<{ readonly cluster: Cluster; readonly statuses: (number | undefined)[] }> {
  const { server, url } = await aLocalServer((_request, response) => json(response, { ok: true }));
  server.on('upgrade', onUpgrade);
  const statuses: (number | undefined)[] = [];
  const hooks = { observer: ({ status }: { status: number | undefined }) => void statuses.push(status) };
  const cluster = await connect(anIo().io, { server: url }, hooks);
  onTestFinished(() => cluster.close());
  return { cluster, statuses };
}

describe('upgradeSpdy', () => {
  it('asks by POST as kubectl does, and loses no early byte', async () => {
    let seen: IncomingMessage | undefined;
    const { cluster, statuses } = await setUp((request, socket) => {
      seen = request;
      socket.write(`${SWITCH}early`);
      socket.pipe(socket);
    });
    const socket = await openPlainPortForward(cluster, POD, options);
    socket.write(' late');
    let text = '';
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      text += bytes.toString();
      if (text.length === 10) break;
    }
    expect(text).toBe('early late');
    expect([seen?.method, seen?.url]).toEqual(['POST', '/api/v1/namespaces/shop/pods/web-1/portforward']);
    expect(seen?.headers).toMatchObject({
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': 'portforward.k8s.io',
    });
    expect(statuses).toEqual([101]);
  });

  it('throws a refusal as an ApiError with its Status', async () => {
    const body = JSON.stringify({ kind: 'Status', reason: 'Forbidden', message: 'no', details: {} });
    const { cluster, statuses } = await setUp((_request, socket) => {
      socket.end(`HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    });
    const opening = openPlainPortForward(cluster, POD, options);
    await expect(opening).rejects.toMatchObject({ name: 'ApiError', code: 403, reason: 'Forbidden' });
    expect(statuses).toEqual([403]);
  });

  it('asks on another connection when those that are there have died', async () => {
    let upgrades = 0;
    const { cluster, statuses } = await setUp((_request, socket) => {
      upgrades += 1;
      if (upgrades <= 2) socket.destroy();
      else socket.write(SWITCH);
    });
    await Promise.all([1, 2].map(() => cluster.requestJson({ method: 'GET', path: '/x' })));
    (await openPlainPortForward(cluster, POD, options)).destroy();
    expect(statuses).toEqual([200, 200, undefined, undefined, 101]);
  });

  it.each([
    ['an answer without an upgrade', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', 'upgrade-refused'],
    ['a closed connection', '', 'unreachable'],
  ])('takes %s for no connection', async (_label, bytes, kind) => {
    const { cluster } = await setUp((_request, socket) => socket.end(bytes));
    await expect(openPlainPortForward(cluster, POD, options)).rejects.toMatchObject({ kind });
  });
});

describe('a subprotocol with a slash, which WebSocket libraries refuse', () => {
  it('is offered and agreed on by its own name', async () => {
    const sockets = new WebSocketServer({ noServer: true });
    let offered: string | undefined;
    sockets.on('headers', (lines) => lines.push(`Sec-WebSocket-Protocol: ${offered}`));
    const { cluster } = await setUp((request, socket) => {
      offered = request.headers['sec-websocket-protocol'];
      delete request.headers['sec-websocket-protocol'];
      sockets.handleUpgrade(request, socket, Buffer.alloc(0), () => undefined);
    });
    const { protocol } = await openPortForward(cluster, POD, options);
    expect([offered, protocol]).toEqual(['SPDY/3.1+portforward.k8s.io', 'SPDY/3.1+portforward.k8s.io']);
  });

  it('must be agreed on', async () => {
    const sockets = new WebSocketServer({ noServer: true });
    sockets.on('headers', (lines) => lines.push('Sec-WebSocket-Protocol: v4.channel.k8s.io'));
    const { cluster } = await setUp((request, socket) => {
      delete request.headers['sec-websocket-protocol'];
      sockets.handleUpgrade(request, socket, Buffer.alloc(0), () => undefined);
    });
    await expect(openPortForward(cluster, POD, options)).rejects.toMatchObject({ kind: 'upgrade-refused' });
  });
});
