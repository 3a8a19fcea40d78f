import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { anIo } from '../../../test/builders/an-io.ts';
import { aLocalServer, json, type LocalServer } from '../../../test/servers/local-server.ts';
import type { Cluster, RequestObservation } from '../cluster.ts';
import { connect } from '../connect/connect.ts';
import { openAttach, openExec } from '../api/remote-command.ts';

const ref = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const streams = { ref, stdin: true, stdout: true, stderr: false, tty: true };

async function setUp(
  prepare: (server: LocalServer) => void,
): Promise<{ cluster: Cluster; server: LocalServer; heard: RequestObservation[] }> {
  const server = await aLocalServer((_request, response) => json(response, { ok: true }));
  prepare(server);
  const heard: RequestObservation[] = [];
  const cluster = await connect(
    anIo().io,
    { server: server.url },
    { observer: (observation) => heard.push(observation) },
  );
  onTestFinished(() => cluster.close());
  return { cluster, server, heard };
}

/** Accepts every upgrade, and sends messages in the same packet. */
function accepting(protocol: string, ...messages: readonly string[]): (server: LocalServer) => void {
  return ({ server }) => {
    const sockets = new WebSocketServer({ server, handleProtocols: () => protocol });
    sockets.on('headers', (_headers, { socket }) => socket.cork());
    sockets.on('connection', (webSocket, { socket }) => {
      messages.forEach((message) => webSocket.send(message));
      socket.uncork();
    });
  };
}

/** Answers every upgrade with bytes. */
function answering(bytes: string): (server: LocalServer) => void {
  return ({ server }) => void server.on('upgrade', (_request, socket) => socket.end(bytes));
}

function http(status: string, body = '', headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join(
    '\r\n',
  );
}

describe('an upgrade', () => {
  it.each(['v5.channel.k8s.io', 'v4.channel.k8s.io'])(
    'that agrees on %s loses no early frame',
    async (protocol) => {
      const { cluster, heard } = await setUp(accepting(protocol, 'one', 'two'));
      const upgraded = await openAttach(cluster, streams);
      expect(upgraded.protocol).toBe(protocol);
      const messages: string[] = [];
      const both = new Promise<void>((resolve) => {
        upgraded.socket.on('message', (data: Buffer) => {
          messages.push(data.toString());
          if (messages.length === 2) resolve();
        });
      });
      upgraded.socket.resume();
      await both;
      expect(messages).toEqual(['one', 'two']);
      expect(heard.map(({ method, status }) => [method, status])).toEqual([['GET', 101]]);
    },
  );

  it('offers both protocols in one line, no extension, and asks for the streams', async () => {
    let headers: Record<string, unknown> = {};
    let path: string | undefined;
    const { cluster } = await setUp((server) => {
      accepting('v5.channel.k8s.io')(server);
      server.server.prependListener('upgrade', (request) => ({ headers, url: path } = request));
    });
    await openAttach(cluster, streams);
    expect(headers).toMatchObject({
      'sec-websocket-protocol': 'v5.channel.k8s.io,v4.channel.k8s.io',
      'user-agent': expect.stringMatching(/^kubectl-debug\//),
    });
    expect(headers).not.toHaveProperty('sec-websocket-extensions');
    expect(path).toBe(
      '/api/v1/namespaces/shop/pods/web-1/attach?container=dbg&stdin=true&stdout=true&stderr=false&tty=true',
    );
    await openExec(cluster, { ...streams, command: ['sh', '-c', 'a b'] });
    expect(path).toContain('/exec?container=dbg&');
    expect(path).toContain('command=sh&command=-c&command=a%20b');
  });

  it('offers v4 alone where v5 is known to fail', async () => {
    let offered: string | undefined;
    const { cluster } = await setUp((server) => {
      accepting('v4.channel.k8s.io')(server);
      server.server.prependListener('upgrade', ({ headers }) => {
        offered = headers['sec-websocket-protocol'];
      });
    });
    expect((await openAttach(cluster, { ...streams, onlyV4: true })).protocol).toBe('v4.channel.k8s.io');
    expect(offered).toBe('v4.channel.k8s.io');
  });

  it('takes the connection that is there already', async () => {
    const { cluster, server } = await setUp(accepting('v5.channel.k8s.io'));
    await cluster.requestJson({ method: 'GET', path: '/x' });
    await openAttach(cluster, streams);
    expect(server.connections()).toBe(1);
  });

  it.each([1, 3])('opens another connection when those that are there have died: %i', async (dead) => {
    let upgrades = 0;
    const { cluster, heard } = await setUp((server) => {
      const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'v5.channel.k8s.io' });
      server.server.on('upgrade', (request, socket: Socket, head) => {
        upgrades += 1;
        if (upgrades <= dead) socket.resetAndDestroy();
        else sockets.handleUpgrade(request, socket, head, () => undefined);
      });
    });
    const ask = () => cluster.requestJson({ method: 'GET', path: '/x' });
    await Promise.all(Array.from({ length: dead }, ask));
    expect((await openAttach(cluster, streams)).protocol).toBe('v5.channel.k8s.io');
    const reset = Array.from({ length: dead }, () => undefined);
    expect(heard.map(({ status }) => status)).toEqual([...reset.map(() => 200), ...reset, 101]);
  });
});

describe('a refused upgrade', () => {
  it('is an ApiError with the Status of its body', async () => {
    const body = JSON.stringify({
      kind: 'Status',
      reason: 'NotFound',
      code: 404,
      message: 'no',
      details: { name: 'web-1' },
    });
    const { cluster, heard } = await setUp(answering(http('404 Not Found', body)));
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({
      name: 'ApiError',
      code: 404,
      reason: 'NotFound',
      details: { name: 'web-1' },
    });
    expect(heard.map(({ status, bytes }) => [status, bytes])).toEqual([[404, body.length]]);
  });

  it('has the plain text of a runtime', async () => {
    const { cluster } = await setUp(
      answering(http('500 Internal Server Error', 'container d0 not found in pod m0')),
    );
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({
      code: 500,
      message: 'container d0 not found in pod m0',
    });
  });

  it('is the last answer of its connection, which the server may close without a word', async () => {
    const { cluster, server } = await setUp((local) => {
      local.server.on('upgrade', (_request, socket) =>
        socket.write(http('500 Internal Server Error', 'not yet')),
      );
    });
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({ code: 500 });
    await cluster.requestJson({ method: 'GET', path: '/x' });
    expect(server.connections()).toBe(2);
  });

  it('is read no further than 64 KiB', async () => {
    const { cluster } = await setUp(({ server }) => {
      server.on('upgrade', (_request, socket) => {
        socket.write('HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\n');
        const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
        const timer = setInterval(() => socket.write(chunk), 1);
        socket.on('error', () => undefined).on('close', () => clearInterval(timer));
      });
    });
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({ code: 500 });
  });

  it('with a longer time to wait than there is tells it', async () => {
    const { cluster } = await setUp(answering(http('429 Too Many Requests', '', ['retry-after: 60'])));
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({
      code: 429,
      details: { retryAfterSeconds: 60 },
    });
  });

  it.each([
    ['a bare 403, which is no common protocol', http('403 Forbidden')],
    ['a redirect', http('302 Found', '', ['location: http://127.0.0.1:1/'])],
    ['an answer without an upgrade', http('200 OK', 'hello')],
    ['a demand for another protocol', http('426 Upgrade Required')],
    ['a request that a proxy does not understand', http('400 Bad Request', 'bad request')],
    ['a gateway without its server', http('502 Bad Gateway', '<html>')],
    ['a gateway that knows no such path', http('404 Not Found', '<html>')],
  ])('is none of an API server: %s', async (_label, bytes) => {
    const { cluster } = await setUp(answering(bytes));
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({ kind: 'upgrade-refused' });
  });

  it.each(['channel.k8s.io', 'v6.channel.k8s.io'])(
    'is one that agrees on %s, which we did not offer',
    async (protocol) => {
      const { cluster } = await setUp(accepting(protocol));
      await expect(openAttach(cluster, streams)).rejects.toMatchObject({ kind: 'upgrade-refused' });
    },
  );

  it('is one that agrees on nothing', async () => {
    const { cluster } = await setUp(({ server }) => {
      new WebSocketServer({ server, handleProtocols: () => false });
    });
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({ kind: 'upgrade-refused' });
  });
});

describe('the wait for an upgrade', () => {
  const silent = ({ server }: LocalServer): void => void server.on('upgrade', () => undefined);

  it('has a deadline', async () => {
    const { cluster } = await setUp(silent);
    const upgrading = cluster.upgrade({ path: '/attach', protocols: ['v4.channel.k8s.io'], timeoutMs: 30 });
    await expect(upgrading).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('ends with the signal, and its reason is thrown', async () => {
    const { cluster } = await setUp(silent);
    const abort = new AbortController();
    const upgrading = openAttach(cluster, streams, abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 20);
    await expect(upgrading).rejects.toThrow('enough');
  });

  it('ends when nobody listens', async () => {
    const unused = createServer();
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
    const address = unused.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await new Promise((resolve) => unused.close(resolve));
    const cluster = await connect(anIo().io, { server: `http://127.0.0.1:${port}` });
    await expect(openAttach(cluster, streams)).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
