import type { ClientRequest, IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { toError } from '../../errors/error-text.ts';
import { BOUNDS } from '../../errors/bounds.ts';
import type { RefusedAnswer } from '../refusals/api-status.ts';
import type { Credential } from '../network/credentials.ts';
import { isReset, networkFailure } from '../network/network-failure.ts';
import { observe, type Observation } from './observation.ts';
import { readBeginning } from '../formats/read-at-most.ts';
import { authorityOf } from '../settings/server-address.ts';
import type { Route } from '../network/transport.ts';
import { reportWarnings } from './server-warnings.ts';
import type { Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

/** The outcome of one try to open a WebSocket. `status` is the HTTP status, or 0 without an answer. */
export type Handshake =
  | { readonly kind: 'open'; readonly status: number; readonly socket: WebSocket }
  | ({ readonly kind: 'refused' } & RefusedAnswer)
  /** The server switched protocols, but not to an offered one. */
  | { readonly kind: 'no-protocol'; readonly status: number; readonly error: Error };

/** The server had closed the connection that a request reused. */
export type Stale = 'stale';

/** Loads the WebSocket library. */
export function loadWebSockets(): Promise<{ readonly WebSocket: typeof WebSocket }> {
  return import('../network/web-socket.ts');
}

/** A request for a WebSocket with one of these subprotocols. */
export interface UpgradeCall extends Call {
  readonly protocols: readonly string[];
}

/** An upgrade with its route. */
interface RoutedCall extends UpgradeCall {
  readonly route: Route;
}

interface HandshakeAttempt {
  readonly wire: Wire;
  readonly call: RoutedCall;
  readonly socket: WebSocket;
  readonly observation: Observation;
  readonly request: () => ClientRequest | undefined;
}

/**
 * Tries once to open one WebSocket, which is paused. Returns `stale` for a reused connection that is dead. Throws the signal's
 * reason and `CliError` (`unreachable`).
 */
export async function performHandshake(
  wire: Wire,
  call: RoutedCall,
  credential: Credential,
): Promise<Handshake | Stale> {
  const { WebSocket } = await loadWebSockets();
  const { address } = wire.transport;
  const headers = {
    ...call.headers,
    ...(credential.authorization && { authorization: credential.authorization }),
  };
  let request: ClientRequest | undefined;
  call.signal.throwIfAborted();
  const observation = observe({ ...call, headers, serverUrl: address.url }, wire.hooks, wire.io.now);
  const scheme = address.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(
    `${scheme}://${authorityOf(address)}${address.basePath}${call.path}`,
    // ws sends them in one header line; servers read only one, in any order.
    call.protocols.map(tokenOf),
    {
      agent: call.route.agent,
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: BOUNDS.message.most,
      maxFragments: BOUNDS.fragments.most,
      maxHeaderSize: BOUNDS.headers.most,
      finishRequest: (unsent) => {
        request = unsent;
        const all = { ...headers, ...call.route.headers };
        unsent.setHeaders(
          new Map(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []))),
        );
        unsent.path = call.route.prefix + unsent.path;
        nameProtocols(unsent, call.protocols);
        unsent.end();
      },
    },
  );
  const terminate = (): void => socket.terminate();
  call.signal.addEventListener('abort', terminate, { once: true });
  try {
    return await outcomeOf({ wire, call, socket, observation, request: () => request });
  } finally {
    call.signal.removeEventListener('abort', terminate);
    observation.end();
  }
}

/** What ws takes as the name of a subprotocol: Kubernetes has one with a slash, which RFC 6455 §4.1 does not allow. */
export function tokenOf(protocol: string): string {
  return protocol.replaceAll('/', '-');
}

/** Sends the names of the subprotocols as they are, and shows ws the token of the one that the server chose. */
function nameProtocols(request: ClientRequest, protocols: readonly string[]): void {
  if (protocols.every((protocol) => tokenOf(protocol) === protocol)) return;
  const header = 'sec-websocket-protocol';
  request.setHeader(header, protocols.join(','));
  request.prependListener('upgrade', ({ headers }) => {
    const chosen = headers[header];
    if (chosen !== undefined && protocols.includes(chosen)) headers[header] = tokenOf(chosen);
  });
}

function outcomeOf(attempt: HandshakeAttempt): Promise<Handshake | Stale> {
  const { socket, observation, wire } = attempt;
  return new Promise((resolve, reject) => {
    let status = 0;
    const answered = (response: IncomingMessage): void => {
      status = response.statusCode ?? 0;
      observation.answered(response);
      reportWarnings(response, wire.onServerWarning);
    };
    socket.once('upgrade', answered);
    socket.once('open', () => {
      socket.pause();
      resolve({ kind: 'open', status, socket });
    });
    socket.once('unexpected-response', (request, response) => {
      answered(response);
      readRefusal(request, response)
        .then((start) => {
          observation.received(start.length);
          resolve({ kind: 'refused', status, headers: response.headers, text: start.toString('utf8') });
        })
        .catch(reject);
    });
    // `on`, not `once`: a request that we destroy after a refusal fails once more.
    socket.on('error', (error) => {
      try {
        resolve(failedOutcome(attempt, status, error));
      } catch (failure) {
        reject(toError(failure));
      }
    });
  });
}

function failedOutcome(
  { wire, call, request }: HandshakeAttempt,
  status: number,
  error: Error,
): Handshake | Stale {
  call.signal.throwIfAborted();
  if (status === 101) return { kind: 'no-protocol', status, error };
  if (isStale(request(), error)) return 'stale';
  throw networkFailure(error, wire.server, wire.transport.trustedAuthorities());
}

/** Tries again for each reused connection that the server had closed: after a restart of the server all are. */
export async function onLiveConnection<T extends object>(attempt: () => Promise<T | Stale>): Promise<T> {
  for (;;) {
    const answer = await attempt();
    if (answer !== 'stale') return answer;
  }
}

/** Whether the server had closed the connection that a request reused, so that another one may do. */
export function isStale(request: ClientRequest | undefined, error: unknown): boolean {
  return request?.reusedSocket === true && isReset(error);
}

/**
 * Reads enough of the refusal of an upgrade for any Status, and closes its connection: a server that passes on what a node says
 * ends it a moment later, and does not announce that. Throws the errors of `response`.
 */
export async function readRefusal(request: ClientRequest, response: IncomingMessage): Promise<Buffer> {
  const { socket } = request;
  // Before the agent keeps it for the next request.
  response.once('end', () => socket?.destroy());
  try {
    return await readBeginning(response as AsyncIterable<Buffer>, BOUNDS.upgradeRefusal.most);
  } finally {
    request.destroy();
  }
}
