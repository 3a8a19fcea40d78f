import { Transform, type Readable } from 'node:stream';
import { toError } from '../../errors/error-text.ts';
import { apiErrorOf, type RefusedAnswer } from '../refusals/api-status.ts';
import type { ApiRequest, ResponseStream } from '../cluster.ts';
import type { Credential } from '../network/credentials.ts';
import { exchange, type Answer } from './exchange.ts';
import { connectionLost } from '../network/network-failure.ts';
import { readAnswer } from './read-body.ts';
import { sendAsUser } from './send-as-user.ts';
import { makeCall, startRequest, type Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

type Opened =
  | { readonly kind: 'open'; readonly status: number; readonly answer: Answer }
  | ({ readonly kind: 'refused' } & RefusedAnswer);

/**
 * Sends one request and resolves with its body as soon as the headers arrive. The deadline ends then, but the
 * signal still ends the body. A broken body fails with `CliError` (`connection-lost`), an aborted one with the
 * signal's reason. Throws `ApiError` for a refusal and otherwise as `requestJson`.
 */
export async function openStream(wire: Wire, request: ApiRequest): Promise<ResponseStream> {
  const deadline = await startRequest(wire, request);
  try {
    const call = makeCall(wire, request, deadline.signal);
    const opened = await sendAsUser(wire, call.signal, (credential) => open(wire, call, credential));
    if (opened.kind === 'refused') throw apiErrorOf(call, opened);
    deadline.stopClock();
    const body = bodyOf(wire, call, opened.answer);
    body.once('close', deadline.release);
    return { status: opened.status, headers: opened.answer.response.headers, body };
  } catch (error) {
    deadline.release();
    throw error;
  }
}

async function open(wire: Wire, call: Call, credential: Credential): Promise<Opened> {
  const answer = await exchange(wire, call, credential);
  const status = answer.response.statusCode ?? 0;
  if (status < 400) return { kind: 'open', status, answer };
  return { kind: 'refused', ...(await readAnswer(wire, call, answer)) };
}

/** The body with its bytes counted and its errors explained. */
function bodyOf(wire: Wire, call: Call, { response, observation }: Answer): Transform {
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      observation.received(chunk.length);
      done(null, chunk);
    },
  });
  response.once('error', (cause) => body.destroy(failureOf(wire, call, cause)));
  body.once('close', () => {
    end(response);
    observation.end();
  });
  return response.pipe(body);
}

/** Ends a request and ignores its errors. */
function end(response: Readable): void {
  response.on('error', () => undefined);
  response.destroy();
}

function failureOf(wire: Wire, { signal }: Call, cause: unknown): Error {
  if (!signal.aborted) return connectionLost(wire.server, cause);
  return toError(signal.reason);
}
