import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:https';
import { WebSocketServer } from 'ws';
import type { Certificate } from '../certificate.ts';
import { handleUpgrade } from './upgrade-endpoint.ts';
import type { Gate } from './request/admit.ts';
import type { Api } from './answer/answer.ts';
import { handleRequest } from './server.ts';
import { chooseSubprotocol, sendRealNames } from './subprotocols.ts';

export interface Listener {
  readonly port: number;
  /** Ends all connections, watches and streams included. */
  readonly close: () => Promise<void>;
}

/** Longer than a client's pauses, so that the server does not close a connection that the client is about to use. */
const KEEP_ALIVE_MS = 180_000;
/** The longest message that a real server accepts. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Serves over TLS on the loopback address; port 0 is any free port. */
export async function listen(
  { key, certificate }: Certificate,
  port: number,
  parts: { readonly gate: Gate; readonly api: Api },
): Promise<Listener> {
  const server = createServer({ key, cert: certificate, keepAliveTimeout: KEEP_ALIVE_MS });
  const webSockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: chooseSubprotocol,
  });
  sendRealNames(webSockets);
  server.on('request', (request, response) => {
    handleRequest(parts, request, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  server.on('upgrade', (request, socket, head) => {
    const upgrade = handleUpgrade({ ...parts, webSockets }, { request, socket, head });
    upgrade.catch((error: unknown) => socket.destroy(asError(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port: portOf(server), close: () => close(server, webSockets) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function close(server: Server, webSockets: WebSocketServer): Promise<void> {
  for (const client of webSockets.clients) client.terminate();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
