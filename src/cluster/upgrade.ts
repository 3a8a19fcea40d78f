import { CliError } from '../errors/cli-error.ts';
import { apiErrorOf, parseStatus } from './api-status.ts';
import type { ApiRequest, UpgradedSocket } from './cluster.ts';
import { withRenewal, type Credential } from './credentials.ts';
import { shakeHands, type Handshake } from './handshake.ts';
import { networkFailure } from './network-failure.ts';
import { makeCall, startRequest, type Call, type Wire } from './wire.ts';

/**
 * Upgrades one GET to a WebSocket, which comes paused, so that no frame is lost before there are listeners. Throws
 * `ApiError` for a refusal, `CliError` of kind `upgrade-refused` when what answers does not speak the protocol, and
 * otherwise as `requestJson`.
 * See https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4006-transition-spdy-to-websockets
 */
export async function upgrade(
  wire: Wire,
  request: Omit<ApiRequest, 'method' | 'body'>,
): Promise<UpgradedSocket> {
  const deadline = await startRequest(wire, request);
  try {
    const call = makeCall(wire, { ...request, method: 'GET' }, deadline.signal);
    const handshake = await withRenewal(wire.credentials, call.signal, (credential) =>
      shakeHandsOnLiveConnection(wire, call, credential),
    );
    return open(wire, call, handshake);
  } finally {
    deadline.release();
  }
}

/** One handshake, and one more when the connection that was kept alive turns out to be dead. */
async function shakeHandsOnLiveConnection(
  wire: Wire,
  call: Call,
  credential: Credential,
): Promise<Handshake> {
  const handshake = await shakeHands(wire, call, credential);
  return handshake.kind === 'stale' ? shakeHands(wire, call, credential) : handshake;
}

function open(wire: Wire, call: Call, handshake: Handshake): UpgradedSocket {
  switch (handshake.kind) {
    case 'open':
      return { socket: handshake.socket, protocol: handshake.socket.protocol };
    case 'refused': {
      const { status, text } = handshake;
      // Only an API server says no with a Status; a bare 403 is what has no subprotocol in common with us.
      const isSpoken = status >= 400 && status !== 426 && (status !== 403 || parseStatus(text) !== undefined);
      throw isSpoken ? apiErrorOf(call, handshake) : notSpoken(wire, `it answered ${status}`);
    }
    case 'no-protocol':
      throw notSpoken(wire, handshake.error.message, handshake.error);
    case 'stale':
      throw networkFailure(handshake.error, wire.server);
  }
}

function notSpoken({ server }: Wire, why: string, cause?: unknown): CliError {
  return new CliError('upgrade-refused', `${server} does not open WebSockets of Kubernetes: ${why}`, {
    hint: 'a proxy or gateway on the way may not pass WebSockets on',
    cause,
  });
}
