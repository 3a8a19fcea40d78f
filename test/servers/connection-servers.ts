import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** The requests of servers and proxies. */
export interface Log {
  readonly requests: string[];
  readonly proxied: Set<string>;
}

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-1', namespace: 'default', uid: 'u', resourceVersion: '1' },
  spec: { containers: [{ name: 'app', image: 'app' }] },
  status: { phase: 'Running' },
};
const GROUP = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'v1' };
const RESOURCE = { name: 'pods', singularName: 'pod', namespaced: true, kind: 'Pod', verbs: ['get', 'list'] };
const ANSWERS: Readonly<Record<string, object>> = {
  '/api': { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [] },
  '/api/v1': { ...GROUP, resources: [RESOURCE] },
};
const TOLD = ['authorization', 'host', 'x-remote-user', 'proxy-authorization'];

function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** A server with one pod that logs who reads the pod and how. */
export async function aServer(name: string, log: Log, certificate?: Certificate, host?: string) {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const inside = pathname.replace(/^\/(?:prefix|a\/b)(?=\/)/, '');
    if (pathname.startsWith('/moved/')) {
      response.writeHead(302, { location: pathname.replace('/moved', '') }).end();
      return;
    }
    const namespace = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/web-1$/.exec(inside)?.[1];
    if (namespace !== undefined) log.requests.push(describeRequest(name, request));
    const body =
      namespace === undefined ? ANSWERS[inside] : { ...POD, metadata: { ...POD.metadata, namespace } };
    const wrong = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404, reason: 'NotFound' };
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? wrong));
  };
  const tls = certificate && { ...certificate, requestCert: true, rejectUnauthorized: false };
  const server = tls === undefined ? createHttpServer(answer) : createHttpsServer(tls, answer);
  return { port: await listen(server, host), server };
}

function describeRequest(name: string, request: IncomingMessage): string {
  const { headers, socket } = request;
  const impersonation = Object.keys(headers).filter((key) => key.startsWith('impersonate-'));
  const told = [...TOLD, ...impersonation.toSorted()].flatMap((key) =>
    headers[key] === undefined
      ? []
      : [`${key}=${key === 'host' ? shownHost(headers.host) : String(headers[key])}`],
  );
  const peer =
    'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate().subject : undefined;
  return [name, new URL(request.url ?? '', 'http://x').pathname, ...told, `client=${String(peer?.CN)}`].join(
    ' ',
  );
}

/** The host in one of its many spellings, without its port. */
function shownHost(host = ''): string {
  return new URL(`http://${host}`).host.replace(/:\d+$/, ':PORT');
}

interface ProxyOptions {
  readonly name: string;
  readonly log: Log;
  readonly certificate?: Certificate;
  readonly credentials?: string;
  readonly refusesConnect?: boolean;
}

/** An HTTP proxy that connects every name to this machine. */
export async function aProxy({ name, log, certificate, credentials, refusesConnect = false }: ProxyOptions) {
  const where = (host: string): number => Number(/(?<=:)\d+$/.exec(host)?.[0] ?? 1);
  const isWelcome = ({ headers }: IncomingMessage): boolean =>
    credentials === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  const tell = (request: IncomingMessage, what: string): void => {
    const target = what.replace(/(?<=[\w\]]):\d+(?=\/|$)/, ':PORT');
    const authorization = request.headers['proxy-authorization'] ?? 'nobody';
    if (request.method === 'CONNECT' || what.includes('/pods/'))
      log.proxied.add(`${name}: ${request.method ?? ''} ${target} by ${authorization}`);
  };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    tell(request, request.url ?? '');
    if (!isWelcome(request)) return void response.writeHead(407).end();
    if (!URL.canParse(request.url ?? '')) return void response.writeHead(400).end();
    const url = new URL(request.url ?? '');
    const socket = connect(where(url.host), '127.0.0.1');
    const headers = Object.entries({ ...request.headers, connection: 'close' });
    const lines = headers
      .filter(([key]) => key !== 'proxy-authorization')
      .map(([key, value]) => `${key}: ${String(value)}`);
    socket.write(
      `${request.method ?? ''} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
    );
    request.pipe(socket, { end: false });
    response.socket?.once('close', () => socket.destroy());
    socket.on('error', () => response.socket?.destroy());
    if (response.socket) socket.pipe(response.socket);
  };
  const server =
    certificate === undefined
      ? createHttpServer(pass)
      : createHttpsServer({ ...certificate, requestCert: true, rejectUnauthorized: false }, pass);
  server.on('upgrade', (request: IncomingMessage, client: Socket) => {
    tell(request, request.url ?? '');
    const url = new URL(request.url ?? '');
    const lines = Object.entries(request.headers).map(([key, value]) => `${key}: ${String(value)}\r\n`);
    const upstream = connect(where(url.host), '127.0.0.1').on('error', () => client.destroy());
    upstream.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    client
      .on('error', () => undefined)
      .pipe(upstream)
      .pipe(client);
    client.on('close', () => upstream.destroy());
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    tell(request, request.url ?? '');
    const status = refusesConnect ? '403 Forbidden' : isWelcome(request) ? '200 OK' : '407 Who are you';
    client.on('error', () => undefined).write(`HTTP/1.1 ${status}\r\n\r\n`);
    if (!status.startsWith('200')) return void client.end();
    const upstream = connect(where(request.url ?? ''), '127.0.0.1').on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
  });
  return { port: await listen(server), server };
}

/** A SOCKS 5 proxy (RFC 1928, 1929) that connects every name to this machine. */
export async function aSocksProxy({ name, log, credentials }: ProxyOptions) {
  const server = createTcpServer((client) => {
    client.on('error', () => undefined);
    client.once('data', (hello) => {
      const offers = [...hello.subarray(2)];
      const method = credentials === undefined ? 0 : 2;
      if (!offers.includes(method)) return void client.end(Buffer.from([5, 255]));
      client.write(Buffer.from([5, method]));
      if (method === 0) return void client.once('data', (request) => tunnel(request));
      client.once('data', (login) => {
        const length = login[1] ?? 0;
        const given = `${login.toString('utf8', 2, 2 + length)}:${login.toString('utf8', 3 + length)}`;
        client.write(Buffer.from([1, given === credentials ? 0 : 1]));
        if (given === credentials) client.once('data', (request) => tunnel(request));
        else client.end();
      });
    });
    const tunnel = (request: Buffer): void => {
      const isName = request[3] === 3;
      const length = isName ? (request[4] ?? 0) : request[3] === 1 ? 4 : 16;
      const at = isName ? 5 : 4;
      const host = isName
        ? request.toString('utf8', at, at + length)
        : request.subarray(at, at + length).join('.');
      log.proxied.add(`${name}: ${host}`);
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      const upstream = connect(request.readUInt16BE(at + length), '127.0.0.1');
      upstream.on('error', () => client.destroy());
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
    };
  });
  return { port: await listen(server), server };
}
