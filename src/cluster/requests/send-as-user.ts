import { withRenewal, type Credential } from '../network/credentials.ts';
import { backoffMs } from '../time/backoff.ts';
import { exchange } from './exchange.ts';
import type { Wire } from './wire.ts';

/** With the backoff that is about 20 s, less than the usual deadline of a request. */
const MOST_TRIES = 16;

/**
 * Sends with the user's credential, which is renewed if need be. An API server that has just begun refuses what it grants a moment
 * later, until it has read the roles and the accounts. So the first refusal (401, 403) after a connection was lost only counts if
 * the server still says it when it is ready. Throws as `send`, and the signal's reason.
 * See https://kubernetes.io/docs/reference/using-api/health-checks/
 */
export async function sendAsUser<T extends { readonly status: number }>(
  wire: Wire,
  signal: AbortSignal,
  send: (credential: Credential) => Promise<T>,
): Promise<T> {
  const answer = await withRenewal(wire.credentials, signal, send);
  const losses = wire.transport.losses();
  if (!isAboutUser(answer) || losses === wire.readiness.losses) return answer;
  await untilReady(wire, signal);
  wire.readiness.losses = losses;
  return withRenewal(wire.credentials, signal, send);
}

function isAboutUser({ status }: { readonly status: number }): boolean {
  return status === 401 || status === 403;
}

async function untilReady(wire: Wire, signal: AbortSignal): Promise<void> {
  const { io, credentials } = wire;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { keyPair, ...who } = await credentials.current(signal);
    const nobody = keyPair === undefined ? {} : { keyPair };
    const status = await readyStatus(wire, signal, { ...nobody, ...who });
    // A token that has expired meanwhile is refused here too, but not nobody.
    const isReady = (status === 401 ? await readyStatus(wire, signal, nobody) : status) === 200;
    if (isReady) return;
    await io.sleep(backoffMs(Math.min(tries, 2), io.random), signal);
  }
}

/** The HTTP status of /readyz. A server that cannot be asked counts as ready: the request itself will tell what is wrong. */
async function readyStatus(wire: Wire, signal: AbortSignal, credential: Credential): Promise<number> {
  const headers = { 'user-agent': wire.userAgent(), ...wire.headers };
  const call = { method: 'GET', path: '/readyz', headers, signal };
  const answer = await exchange(wire, call, credential).catch(() => undefined);
  signal.throwIfAborted();
  answer?.response.resume();
  answer?.observation.end();
  return answer?.response.statusCode ?? 200;
}
