import type { IncomingMessage } from 'node:http';
import type { WebSocketServer } from 'ws';
import { SPDY_IN_WEB_SOCKET } from '../ports/ports-plan.ts';

/** ws takes no slash in the name of a subprotocol, but Kubernetes has one. */
const TOKEN = SPDY_IN_WEB_SOCKET.replaceAll('/', '-');
const HEADER = 'sec-websocket-protocol';

/** Shows ws a name that it takes. */
export function offerToken({ headers }: IncomingMessage): void {
  headers[HEADER] = TOKEN;
}

/** The subprotocol that the server chooses of those that were offered. */
export function chooseSubprotocol(offered: ReadonlySet<string>): string {
  if (offered.has(TOKEN)) return TOKEN;
  return offered.has('v5.channel.k8s.io') ? 'v5.channel.k8s.io' : 'v4.channel.k8s.io';
}

/** Sends the real name of the chosen subprotocol. */
export function sendRealNames(webSockets: WebSocketServer): void {
  webSockets.on('headers', (lines) => {
    lines.forEach((line, index) => {
      if (line.toLowerCase().startsWith(`${HEADER}:`)) lines[index] = line.replace(TOKEN, SPDY_IN_WEB_SOCKET);
    });
  });
}
