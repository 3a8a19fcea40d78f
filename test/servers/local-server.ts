import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from 'vitest';

/** A request that the server received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Responder = (request: SeenRequest, response: ServerResponse, count: number) => void;

export interface LocalServer {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  readonly requests: readonly SeenRequest[];
  /** The number of connections so far. */
  readonly connections: () => number;
}

/** Starts an HTTP server, or with `tls` an HTTPS server, on the loopback address; it ends with the test. */
export async function aLocalServer(respond: Responder, tls?: ServerOptions): Promise<LocalServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(seen);
      respond(seen, response, requests.length);
    });
  };
  const server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener);
  let connections = 0;
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterEach(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  return { url, port, server, requests, connections: () => connections };
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
