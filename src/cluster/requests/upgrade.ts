import { CliError } from '../../errors/cli-error.ts';
import type { Wait } from '../../io.ts';
import { apiErrorOf, parseStatus, retryAfterOf } from '../refusals/api-status.ts';
import type { UpgradedSocket, UpgradeRequest } from '../cluster.ts';
import type { Credential } from '../network/credentials.ts';
import {
  onLiveConnection,
  performHandshake,
  tokenOf,
  type Handshake,
  type UpgradeCall,
} from './handshake.ts';
import { retryPauseMs } from './retry.ts';
import { isTunnelRefusal } from '../network/tunnel.ts';
import { sendAsUser } from './send-as-user.ts';
import { describeRefused, makeCall, startRequest, type Wire } from './wire.ts';

/** Codes that an API server or a node can send without a Status: up to 1.29 a node answers in plain text. */
const PLAIN_REFUSALS = [401, 429, 500, 503];

/**
 * Upgrades one GET to a WebSocket. It is paused, so that no frame is lost before there are listeners. Retries an
 * overloaded server like `requestJson`. Throws `ApiError` for a refusal, `CliError` of kind `upgrade-refused` if
 * the server or a proxy does not speak the protocol, and otherwise as `requestJson`.
 * See
 * https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4006-transition-spdy-to-websockets
 */
export async function upgrade(wire: Wire, request: UpgradeRequest): Promise<UpgradedSocket> {
  const { signal, becomes, release } = await startRequest(wire, request);
  try {
    const { protocols } = request;
    const call = { ...makeCall(wire, { ...request, method: 'GET' }, signal), protocols, becomes };
    return open(wire, call, await handshakeUntilAnswered(wire, request, call));
  } finally {
    release();
  }
}

async function handshakeUntilAnswered(
  wire: Wire,
  request: UpgradeRequest,
  call: UpgradeCall & Pick<Wait, 'becomes'>,
): Promise<Handshake> {
  const endsAt = wire.io.now().getTime() + (request.timeoutMs ?? wire.timeoutMs);
  for (let tries = 1; ; tries += 1) {
    const handshake = await sendAsUser(wire, call.signal, (credential) =>
      handshakeOnAnyRoute(wire, call, credential),
    );
    const pauseMs = pauseAfter(wire, handshake, tries);
    if (pauseMs === undefined || wire.io.now().getTime() + pauseMs >= endsAt) return handshake;
    call.becomes(describeRefused(wire, handshake.status));
    await wire.io.sleep(pauseMs, call.signal);
  }
}

function pauseAfter({ io }: Wire, handshake: Handshake, tries: number): number | undefined {
  if (handshake.kind !== 'refused') return undefined;
  const failure = {
    kind: 'refused',
    status: handshake.status,
    retryAfterSeconds: retryAfterOf(handshake),
  } as const;
  return retryPauseMs({ method: 'GET' }, failure, { tries, random: io.random });
}

/** A proxy that refuses a tunnel to an `http://` server may still forward an upgrade. */
async function handshakeOnAnyRoute(
  wire: Wire,
  call: UpgradeCall,
  credential: Credential,
): Promise<Handshake> {
  const [route, other] = await wire.transport.upgradeRoutes(credential.keyPair);
  try {
    return await onLiveConnection(() => performHandshake(wire, { ...call, route }, credential));
  } catch (error) {
    if (other === undefined || !isTunnelRefusal(error)) throw error;
    return onLiveConnection(() => performHandshake(wire, { ...call, route: other }, credential));
  }
}

function protocolOf({ protocols }: UpgradeCall, token: string): string {
  return protocols.find((protocol) => tokenOf(protocol) === token) ?? token;
}

function open(wire: Wire, call: UpgradeCall, handshake: Handshake): UpgradedSocket {
  switch (handshake.kind) {
    case 'open':
      return { socket: handshake.socket, protocol: protocolOf(call, handshake.socket.protocol) };
    case 'refused': {
      const { status, text } = handshake;
      // Only an API server refuses with a Status. A bare 403 means that it knows none of our subprotocols.
      const isSpoken = status >= 400 && (PLAIN_REFUSALS.includes(status) || parseStatus(text) !== undefined);
      throw isSpoken ? apiErrorOf(call, handshake) : notSpoken(wire, `it answered ${status}`);
    }
    case 'no-protocol':
      throw notSpoken(wire, handshake.error.message, handshake.error);
  }
}

function notSpoken({ server }: Wire, why: string, cause?: unknown): CliError {
  return new CliError('upgrade-refused', `${server} does not open a Kubernetes WebSocket: ${why}`, {
    hint: 'check whether a proxy or gateway on the way passes WebSockets on',
    cause,
  });
}
