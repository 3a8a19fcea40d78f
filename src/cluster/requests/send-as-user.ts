import { isCliError } from '../../errors/cli-error.ts';
import { withRenewal, type Credential } from '../network/credentials.ts';
import { backoffMs } from '../time/backoff.ts';
import { exchange } from './exchange.ts';
import type { Wire } from './wire.ts';

/** How often we ask a server that says it is not ready: with the pauses about 16 s, less than the usual deadline of a request. */
const MOST_TRIES = 16;
/** How often we ask one that refuses to tell, as it may refuse everything or this alone: about 7 s. */
const MOST_REFUSALS = 8;

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
  const isRefusal = answer.status === 401 || answer.status === 403;
  if (!isRefusal || !isDoubtful(wire)) return answer;
  try {
    await untilCertain(wire, signal);
  } catch (error) {
    // The server has answered, which says more than that the time is over.
    if (isCliError(error) && error.kind === 'timeout') return answer;
    throw error;
  }
  return withRenewal(wire.credentials, signal, send);
}

/** Whether the server may have begun anew since we last asked it. */
function isDoubtful({ transport, readiness }: Wire): boolean {
  return readiness.canTell && transport.losses() > readiness.askedAtLosses;
}

/** Of all requests that wait, one asks. */
async function untilCertain(wire: Wire, signal: AbortSignal): Promise<void> {
  const give = await wire.readiness.turn.take(signal);
  try {
    while (isDoubtful(wire)) await askUntilReady(wire, signal);
  } finally {
    give();
  }
}

async function askUntilReady(wire: Wire, signal: AbortSignal): Promise<void> {
  const { io, readiness, transport } = wire;
  const losses = transport.losses();
  let refusals = 0;
  for (let tries = 1; tries <= MOST_TRIES && refusals < MOST_REFUSALS; tries += 1) {
    const status = await readyStatus(wire, signal);
    const isNotYet = status === 429 || status >= 500;
    const isUntold = status === 401 || status === 403;
    if (!isNotYet && !isUntold) break;
    if (isUntold) refusals += 1;
    await io.sleep(backoffMs(Math.min(tries - 1, 2), io.random), signal);
  }
  readiness.canTell = refusals < MOST_REFUSALS;
  readiness.askedAtLosses = losses;
}

/**
 * The HTTP status of /readyz for the user, and for nobody if the server does not know the user: a token may have expired. A server
 * that cannot be asked counts as ready, as the request itself will tell what is wrong.
 */
async function readyStatus(wire: Wire, signal: AbortSignal): Promise<number> {
  const { keyPair, ...who } = await wire.credentials.current(signal);
  const nobody = keyPair === undefined ? {} : { keyPair };
  const status = await statusFor(wire, signal, { ...nobody, ...who });
  return status === 401 ? statusFor(wire, signal, nobody) : status;
}

async function statusFor(wire: Wire, signal: AbortSignal, credential: Credential): Promise<number> {
  // Without impersonation, which needs a role itself.
  const headers = { 'user-agent': wire.userAgent() };
  const call = { method: 'GET', path: '/readyz', headers, signal };
  const answer = await exchange(wire, call, credential).catch(() => undefined);
  signal.throwIfAborted();
  answer?.response.resume();
  answer?.observation.end();
  return answer?.response.statusCode ?? 200;
}
