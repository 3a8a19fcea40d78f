import { createServer, connect as connectSocket, type AddressInfo, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aProxy, type Log } from '../../../test/servers/connection-servers.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { aLocalServer, json, type LocalServer } from '../../../test/servers/local-server.ts';
import { until } from '../../../test/drivers/until.ts';
import type { Cluster } from '../cluster.ts';
import { connect } from '../connect/connect.ts';
import { openAttach } from '../api/remote-command.ts';

const folder = await aFolder();
const pki = await generate([{ name: 'commonName', value: 'k' }], {
  keyType: 'ec',
  algorithm: 'sha256',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'k.example' }] }],
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy for CONNECT that leads every host to one port, and writes down what it is asked. */
async function aConnectProxy(
  port: number,
  answer = '200 OK',
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((client) => {
    client.once('data', (head) => {
      asked.push(head.toString());
      client.write(`HTTP/1.1 ${answer}\r\n\r\n`);
      if (!answer.startsWith('200')) return void client.end();
      const upstream = connectSocket(port, '127.0.0.1');
      client
        .pipe(upstream)
        .on('error', () => undefined)
        .pipe(client);
    });
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, asked };
}

/** A SOCKS 5 proxy without authentication that leads every host to one port; RFC 1928. */
async function aSocksProxy(port: number): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((client) => {
    client.once('data', () => {
      client.write(Buffer.from([5, 0]));
      client.once('data', (request) => {
        const length = request[4] ?? 0;
        asked.push(`${request.toString('utf8', 5, 5 + length)}:${request.readUInt16BE(5 + length)}`);
        client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
        const upstream = connectSocket(port, '127.0.0.1');
        client
          .pipe(upstream)
          .on('error', () => undefined)
          .pipe(client);
      });
    });
  });
  return { url: `socks5://127.0.0.1:${await listen(server)}`, asked };
}

async function aTlsServer(): Promise<LocalServer> {
  const tls = { cert: pki.cert, key: pki.private };
  return aLocalServer((_request, response) => json(response, { ok: true }), tls);
}

async function kubeconfigFor(proxyUrl: string | undefined): Promise<string> {
  const authority = Buffer.from(pki.cert).toString('base64');
  const cluster = { server: 'https://k.example:6443', 'certificate-authority-data': authority };
  return folder.write('config', aKubeconfig({ ...cluster, ...(proxyUrl && { 'proxy-url': proxyUrl }) }));
}

describe('a proxy', () => {
  it('is asked for a tunnel once, and sees none of the requests in it', async () => {
    const server = await aTlsServer();
    new WebSocketServer({ server: server.server, handleProtocols: () => 'v5.channel.k8s.io' });
    const proxy = await aConnectProxy(server.port);
    const cluster = await connect(anIo().io, {
      kubeconfig: await kubeconfigFor(proxy.url.replace('//', '//me:p%40ss@')),
    });
    onTestFinished(() => cluster.close());
    expect(await cluster.requestJson({ method: 'GET', path: '/x' })).toEqual({ ok: true });
    await cluster.requestJson({ method: 'GET', path: '/y' });
    const ref = { namespace: 'a', name: 'b', container: 'c' };
    await openAttach(cluster, { ref, stdin: false, stdout: true, stderr: true, tty: false });
    expect(proxy.asked).toHaveLength(1);
    expect(proxy.asked[0]).toMatch(/^CONNECT k\.example:6443 HTTP\/1\.1\r\n/);
    expect(proxy.asked[0]).toContain(
      `proxy-authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}\r\n`,
    );
    expect(proxy.asked[0]).not.toContain('secret-token');
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('can be one of the environment', async () => {
    const server = await aTlsServer();
    const proxy = await aConnectProxy(server.port);
    const { io } = anIo({ env: { HTTPS_PROXY: proxy.url } });
    const cluster = await connect(io, { kubeconfig: await kubeconfigFor(undefined) });
    onTestFinished(() => cluster.close());
    expect(await cluster.requestJson({ method: 'GET', path: '/x' })).toEqual({ ok: true });
    expect(proxy.asked).toHaveLength(1);
  });

  it('of --proxy-url comes before those of kubeconfig and environment, whatever NO_PROXY says', async () => {
    const server = await aTlsServer();
    const proxy = await aConnectProxy(server.port);
    const { io } = anIo({ env: { HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '*' } });
    const kubeconfig = await kubeconfigFor('http://127.0.0.1:2');
    const cluster = await connect(io, { kubeconfig, proxyUrl: proxy.url });
    onTestFinished(() => cluster.close());
    expect(await cluster.requestJson({ method: 'GET', path: '/x' })).toEqual({ ok: true });
    expect(proxy.asked).toHaveLength(1);
  });

  it('can speak SOCKS, and resolves the name of the server', async () => {
    const server = await aTlsServer();
    const proxy = await aSocksProxy(server.port);
    const cluster = await connect(anIo().io, { kubeconfig: await kubeconfigFor(proxy.url) });
    onTestFinished(() => cluster.close());
    expect(await cluster.requestJson({ method: 'GET', path: '/x' })).toEqual({ ok: true });
    expect(proxy.asked).toEqual(['k.example:6443']);
  });

  it('that does not open the tunnel is named, without its password', async () => {
    const proxy = await aConnectProxy(1, '407 Proxy Authentication Required');
    const cluster = await connect(anIo().io, {
      kubeconfig: await kubeconfigFor(proxy.url.replace('//', '//me:canary@')),
    });
    await expect(cluster.requestJson({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      kind: 'unreachable',
      message: `the proxy ${proxy.url} does not connect to k.example:6443: it answered 407`,
    });
  });

  it('that is not there is named', async () => {
    const cluster = await connect(anIo().io, { kubeconfig: await kubeconfigFor('http://127.0.0.1:1') });
    await expect(cluster.requestJson({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining(
        'the proxy http://127.0.0.1:1 does not connect to k.example:6443: the connection was refused',
      ),
    });
  });
});

describe('a proxy on the way to a server of http', () => {
  async function setUp(wish: { readonly credentials?: string; readonly refusesConnect?: boolean } = {}) {
    const log: Log = { requests: [], proxied: new Set() };
    const server = await aLocalServer((_request, response) => json(response, { ok: true }));
    new WebSocketServer({ server: server.server, handleProtocols: () => 'v5.channel.k8s.io' });
    const proxy = await aProxy({ name: 'p', log, ...wish });
    onTestFinished(() => void proxy.server.close());
    const open = async (credentials = ''): Promise<Cluster> => {
      const { io } = anIo({ env: { HTTP_PROXY: `http://${credentials}127.0.0.1:${proxy.port}` } });
      const cluster = await connect(io, { server: `http://k.example:${server.port}/prefix` });
      onTestFinished(() => cluster.close());
      return cluster;
    };
    return { log, server, open };
  }
  const path = '/api/v1/namespaces/a/pods/b';
  const ref = { namespace: 'a', name: 'b', container: 'c' };
  const attachTo = (cluster: Cluster) =>
    openAttach(cluster, { ref, stdin: false, stdout: true, stderr: true, tty: false });

  it('is given the whole address, and makes no tunnel', async () => {
    const { log, server, open } = await setUp({ refusesConnect: true });
    expect(await (await open()).requestJson({ method: 'GET', path })).toEqual({ ok: true });
    expect([...log.proxied]).toEqual([`p: GET http://k.example:PORT/prefix${path} by nobody`]);
    expect(server.requests[0]).toMatchObject({
      path: `/prefix${path}`,
      headers: { host: `k.example:${server.port}` },
    });
  });

  it('is told who we are by each request, and the server is not', async () => {
    const { log, server, open } = await setUp({ credentials: 'me:p@ss' });
    const cluster = await open('me:p%40ss@');
    expect(await cluster.requestJson({ method: 'PATCH', path, body: { a: 1 } })).toEqual({ ok: true });
    expect([...log.proxied].join()).toContain(`by Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(server.requests[0]).toMatchObject({ body: '{"a":1}' });
    expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('tunnels a WebSocket, as kubectl asks it to', async () => {
    const { log, open } = await setUp();
    await attachTo(await open());
    expect([...log.proxied]).toEqual(['p: CONNECT k.example:PORT by nobody']);
  });

  it('passes a WebSocket on where it makes no tunnels', async () => {
    const { log, open } = await setUp({ refusesConnect: true });
    await attachTo(await open());
    expect([...log.proxied]).toEqual([
      'p: CONNECT k.example:PORT by nobody',
      expect.stringContaining(`p: GET http://k.example:PORT/prefix${path}/attach?`),
    ]);
  });

  it('can be one of SOCKS, which only makes tunnels', async () => {
    const server = await aLocalServer((_request, response) => json(response, { ok: true }));
    const proxy = await aSocksProxy(server.port);
    const cluster = await connect(anIo({ env: { HTTP_PROXY: proxy.url } }).io, {
      server: 'http://k.example:80',
    });
    onTestFinished(() => cluster.close());
    expect(await cluster.requestJson({ method: 'GET', path: '/x' })).toEqual({ ok: true });
    expect(proxy.asked).toEqual(['k.example:80']);
  });

  it('that is not there is named, without its password', async () => {
    const io = anIo({ env: { HTTP_PROXY: 'http://me:canary@127.0.0.1:1' } }).io;
    const cluster = await connect(io, { server: 'http://k.example' });
    await expect(cluster.requestJson({ method: 'GET', path: '/x' })).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'the proxy http://127.0.0.1:1 cannot be reached: the connection was refused',
    });
  });
});

describe('a proxy that does not answer', () => {
  /** Takes connections and says nothing; tells how many of them are open. */
  async function aSilentProxy(
    scheme: string,
  ): Promise<{ readonly url: string; readonly open: () => number }> {
    const clients = new Set<Socket>();
    const server = createServer((client) => {
      clients.add(client.on('close', () => clients.delete(client)).resume());
    });
    return { url: `${scheme}://127.0.0.1:${await listen(server)}`, open: () => clients.size };
  }

  it.each(['http', 'socks5'])('(%s) is not waited for once the request is aborted', async (scheme) => {
    const proxy = await aSilentProxy(scheme);
    const cluster = await connect(anIo().io, { kubeconfig: await kubeconfigFor(proxy.url) });
    const abort = new AbortController();
    const answer = cluster.requestJson({ method: 'GET', path: '/x', signal: abort.signal });
    answer.catch(() => undefined);
    await until(
      () => proxy.open() === 1,
      () => 'a connection to the proxy',
    );
    abort.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
    cluster.close();
    await until(
      () => proxy.open() === 0,
      () => 'no connection to the proxy',
    );
  });

  it('is not waited for by an attach that is given up', async () => {
    const proxy = await aSilentProxy('http');
    const cluster = await connect(anIo().io, { kubeconfig: await kubeconfigFor(proxy.url) });
    const abort = new AbortController();
    const ref = { namespace: 'a', name: 'b', container: 'c' };
    const streams = { ref, stdin: false, stdout: true, stderr: true, tty: false };
    const attach = openAttach(cluster, streams, abort.signal);
    attach.catch(() => undefined);
    await until(
      () => proxy.open() === 1,
      () => 'a connection to the proxy',
    );
    abort.abort(new Error('left'));
    await expect(attach).rejects.toThrow('left');
    cluster.close();
    await until(
      () => proxy.open() === 0,
      () => 'no connection to the proxy',
    );
  });
});

it.each([
  { label: 'a header without an end', start: 'HTTP/1.1 200 OK\r\nx-long: ', piece: 'x'.repeat(16_384) },
  { label: 'headers without an end', start: 'HTTP/1.1 200 OK\r\n', piece: 'x-more: y\r\n'.repeat(1000) },
])('a proxy that answers with $label is left, by the name of the bound', async ({ start, piece }) => {
  const server = createServer((client) => {
    const fill = (): void => {
      while (!client.destroyed && client.write(piece));
    };
    client.once('data', () => {
      client.write(start);
      client.on('drain', fill);
      fill();
    });
  });
  const port = await listen(server);
  const cluster = await connect(anIo().io, { kubeconfig: await kubeconfigFor(`http://127.0.0.1:${port}`) });
  onTestFinished(() => cluster.close());
  await expect(cluster.requestJson({ method: 'GET', path: '/api' })).rejects.toMatchObject({
    kind: 'too-large',
    message: `the head of the answer of the proxy http://127.0.0.1:${port} is larger than 64 KiB`,
  });
});
