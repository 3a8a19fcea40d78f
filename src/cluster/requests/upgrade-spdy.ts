import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { BOUNDS } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import type { SpdyRequest } from '../cluster.ts';
import type { Call } from '../network/call.ts';
import type { Credential } from '../network/credentials.ts';
import { networkFailure } from '../network/network-failure.ts';
import type { Route } from '../network/transport.ts';
import { apiErrorOf, type RefusedAnswer } from '../refusals/api-status.ts';
import { isStale, onLiveConnection, readRefusal, type Stale } from './handshake.ts';
import { observe } from './observation.ts';
import { sendAsUser } from './send-as-user.ts';
import { makeCall, startRequest, type Wire } from './wire.ts';

type Answer =
  | { readonly kind: 'open'; readonly status: number; readonly socket: Duplex }
  | ({ readonly kind: 'refused' } & RefusedAnswer);

/**
 * Upgrades one POST to SPDY/3.1 and resolves with the connection. Throws `ApiError` for a refusal, `CliError` of kind
 * `upgrade-refused` if the server agrees on nothing, and otherwise as `requestJson`.
 */
export async function upgradeSpdy(wire: Wire, request: SpdyRequest): Promise<Duplex> {
  const { signal, release } = await startRequest(wire, request);
  try {
    const call = makeCall(wire, { ...request, method: 'POST' }, signal);
    const headers = {
      ...call.headers,
      'content-length': 0,
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': request.protocol,
    };
    const answer = await sendAsUser(wire, signal, (credential) =>
      onLiveConnection(() => ask(wire, { ...call, headers }, credential)),
    );
    if (answer.kind === 'open') return answer.socket;
    if (answer.status >= 400) throw apiErrorOf(call, answer);
    throw new CliError(
      'upgrade-refused',
      `${wire.server} does not speak SPDY: it answered ${answer.status}`,
      {
        hint: 'check whether a proxy or gateway on the way passes upgraded connections on',
      },
    );
  } finally {
    release();
  }
}

async function ask(wire: Wire, call: Call, { authorization, keyPair }: Credential): Promise<Answer | Stale> {
  const { address } = wire.transport;
  const [route] = await wire.transport.upgradeRoutes(keyPair);
  const headers = { ...call.headers, ...(authorization !== undefined && { authorization }) };
  const observation = observe({ ...call, headers, serverUrl: address.url }, wire.hooks, wire.io.now);
  const isSecure = address.protocol === 'https:';
  const { request } = await (isSecure ? import('node:https') : import('node:http'));
  call.signal.throwIfAborted();
  let asked: ClientRequest | undefined;
  try {
    asked = request({
      ...whereTo(wire, call, route),
      headers: { ...headers, ...route.headers },
      signal: call.signal,
      maxHeaderSize: BOUNDS.headers.most,
    });
    return await answerOf(asked, (response) => observation.answered(response));
  } catch (error) {
    call.signal.throwIfAborted();
    if (isStale(asked, error)) return 'stale';
    throw networkFailure(error, wire.server, wire.transport.trustedAuthorities());
  } finally {
    observation.end();
  }
}

function whereTo(wire: Wire, { method, path }: Call, { agent, prefix }: Route) {
  const { host, port, basePath } = wire.transport.address;
  return { host, port, method, agent, path: `${prefix}${basePath}${path}` };
}

function answerOf(request: ClientRequest, answered: (response: IncomingMessage) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.once('upgrade', (response, socket, head) => {
      answered(response);
      // The agent's limit is for idle connections.
      socket.setTimeout(0);
      socket.unshift(head);
      resolve({ kind: 'open', status: 101, socket });
    });
    request.once('response', (response) => {
      answered(response);
      const { statusCode: status = 0, headers } = response;
      readRefusal(request, response)
        .then((start) => resolve({ kind: 'refused', status, headers, text: start.toString('utf8') }))
        .catch((error: unknown) => reject(toError(error)));
    });
    // `on`, not `once`: a request that we destroy after a refusal fails once more.
    request.on('error', reject);
    request.end();
  });
}
