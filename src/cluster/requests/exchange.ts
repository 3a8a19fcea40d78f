import type { IncomingMessage } from 'node:http';
import { CliError } from '../../errors/cli-error.ts';
import { awaitAnswer } from '../network/await-answer.ts';
import type { Credential } from '../network/credentials.ts';
import { networkFailure } from '../network/network-failure.ts';
import { observe, type Observation } from './observation.ts';
import { pathOnly } from '../refusals/request-path.ts';
import { locationOf, MAX_REDIRECTS, redirected } from './redirect.ts';
import { reportWarnings } from './server-warnings.ts';
import type { Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

/** An answer whose body is still to be read. Who reads it ends the observation. */
export interface Answer {
  readonly response: IncomingMessage;
  readonly observation: Observation;
}

/**
 * Sends one request and resolves with the headers of its answer, whatever its status. Throws the reason of the
 * call's signal when that is aborted, `CliError` (`unreachable`) with the system's error as its cause when no answer
 * came.
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
    throw networkFailure(error, wire.server, wire.transport.trusts());
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

/** Both are shown without what may be a secret: a query, and the path of the place, which is for a login page to know. */
function leadsElsewhere({ server, transport }: Wire, { method, path }: Call, location: string): CliError {
  const { url } = transport.address;
  const where = URL.canParse(location, url) ? new URL(location, url).origin : 'what is no address';
  const what = `${method} ${pathOnly(path)}`;
  return new CliError('server-error', `${server} does not answer ${what}, but leads to ${where}`, {
    hint: 'is it an API server? A proxy or a login page may answer in its place',
  });
}
