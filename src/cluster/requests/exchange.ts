import type { IncomingMessage } from 'node:http';
import { CliError } from '../../errors/cli-error.ts';
import { awaitAnswer } from '../network/await-answer.ts';
import type { Credential } from '../network/credentials.ts';
import { networkFailure } from '../network/network-failure.ts';
import { observe, type Observation } from './observation.ts';
import { WRONG_SERVER_HINT } from '../objects/normalize-object.ts';
import { pathOnly } from '../refusals/request-path.ts';
import { locationOf, MAX_REDIRECTS, redirected } from './redirect.ts';
import { reportWarnings } from './server-warnings.ts';
import type { Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

/** An answer with an unread body. The reader of the body ends the observation. */
export interface Answer {
  readonly response: IncomingMessage;
  readonly observation: Observation;
}

/**
 * Sends one request and resolves with its answer, whatever the status. Follows redirects on the same server. Throws
 * the signal's reason, and `CliError` (`unreachable`) with the system's error as cause.
 */
export async function exchange(wire: Wire, call: Call, credential: Credential): Promise<Answer> {
  const headers = {
    ...call.headers,
    ...(credential.authorization && { authorization: credential.authorization }),
  };
  const observation = observe(
    { ...call, headers, serverUrl: wire.transport.address.url },
    wire.hooks,
    wire.io.now,
  );
  try {
    const response = await sendAndFollow(wire, { ...call, headers }, credential);
    observation.answered(response);
    reportWarnings(response, wire.onWarning);
    return { response, observation };
  } catch (error) {
    observation.end();
    call.signal.throwIfAborted();
    throw networkFailure(error, wire.server, wire.transport.trustedAuthorities());
  }
}

async function sendAndFollow(wire: Wire, first: Call, credential: Credential): Promise<IncomingMessage> {
  let call = first;
  for (let redirects = 0; ; redirects += 1) {
    const request = await wire.transport.request(call, credential.keyPair);
    const response = await awaitAnswer(request, call);
    const location = locationOf(response);
    if (location === undefined) return response;
    response.resume();
    const next = redirected(call, wire.transport.address, response);
    if (next === undefined || redirects === MAX_REDIRECTS) throw leadsElsewhere(wire, first, location);
    call = next;
  }
}

/** Shows neither the query nor the path of the target: they can hold secrets of a login page. */
function leadsElsewhere({ server, transport }: Wire, { method, path }: Call, location: string): CliError {
  const { url } = transport.address;
  const where = URL.canParse(location, url) ? new URL(location, url).origin : 'an invalid address';
  const what = `${method} ${pathOnly(path)}`;
  return new CliError('server-error', `${server} redirects ${what} to ${where}`, {
    hint: WRONG_SERVER_HINT,
  });
}
