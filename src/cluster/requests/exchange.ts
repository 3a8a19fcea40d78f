import type { IncomingMessage } from 'node:http';
import { CliError } from '../../errors/cli-error.ts';
import { awaitAnswer } from '../network/await-answer.ts';
import type { Credential } from '../network/credentials.ts';
import { networkFailure } from '../network/network-failure.ts';
import { observe, type Observation } from './observation.ts';
import { WRONG_SERVER_HINT } from '../objects/normalize-object.ts';
import { pathOnly } from '../refusals/request-path.ts';
import { MAX_REDIRECTS, readRedirect, type Redirect } from './redirect.ts';
import { reportWarnings } from './server-warnings.ts';
import type { Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

/** An answer with an unread body. Whoever reads the body calls `observation.end`. */
export interface Answer {
  readonly response: IncomingMessage;
  readonly observation: Observation;
}

/**
 * Sends one request and resolves with its answer, whatever the status. Follows redirects on the same server. Throws
 * the signal's reason, and `CliError`: `unreachable` with the system's error as cause, `server-error` for a redirect that
 * we do not follow.
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
    const response = await sendAndFollow(wire, { ...call, headers }, { credential, observation });
    reportWarnings(response, wire.onServerWarning);
    return { response, observation };
  } catch (error) {
    observation.end();
    call.signal.throwIfAborted();
    throw networkFailure(error, wire.server, wire.transport.trustedAuthorities());
  }
}

interface Sending {
  readonly credential: Credential;
  readonly observation: Observation;
}

async function sendAndFollow(
  wire: Wire,
  first: Call,
  { credential, observation }: Sending,
): Promise<IncomingMessage> {
  let call = first;
  for (let redirects = 0; ; redirects += 1) {
    const request = await wire.transport.request(call, credential.keyPair);
    const response = await awaitAnswer(request, call);
    observation.answered(response);
    const redirect = readRedirect(call, wire.transport.address, response);
    if (redirect === undefined) return response;
    response.resume();
    if (redirect.kind !== 'follow' || redirects === MAX_REDIRECTS) throw redirectError(wire, first, redirect);
    call = redirect.call;
  }
}

function redirectError({ server }: Wire, { method, path }: Call, redirect: Redirect): CliError {
  const why = explainRedirect(`${method} ${pathOnly(path)}`, redirect);
  return new CliError('server-error', `${server} ${why}`, { hint: WRONG_SERVER_HINT });
}

function explainRedirect(what: string, redirect: Redirect): string {
  switch (redirect.kind) {
    case 'elsewhere':
      return `redirects ${what} to ${redirect.where}`;
    case 'changes-method':
      return `redirects ${what} in a way that would turn it into a GET`;
    case 'follow':
      return `redirects ${what} more than ${MAX_REDIRECTS} times`;
  }
}
