import { CliError } from '../errors/cli-error.ts';
import { apiErrorOf, type Refusal } from './api-status.ts';
import type { ApiRequest } from './cluster.ts';
import { withRenewal } from './credentials.ts';
import { exchange } from './exchange.ts';
import { readAnswer } from './read-body.ts';
import { retryPauseMs, type Failure } from './retry.ts';
import { makeCall, startRequest, type Call, type Wire } from './wire.ts';

/**
 * Sends one request, repeats what is worth repeating, and returns the parsed body. The deadline is that of the whole
 * exchange, repetitions included. Throws `ApiError` for a refusal, `CliError` for what kept the server from
 * answering or cannot be understood, and the signal's reason.
 */
export async function requestJson<T>(wire: Wire, request: ApiRequest): Promise<T> {
  const deadline = await startRequest(wire, request);
  try {
    const call = makeCall(wire, request, deadline.signal);
    const gzip = wire.acceptsGzip ? { 'accept-encoding': 'gzip' } : {};
    const answer = await sendUntilAnswered(wire, request, { ...call, headers: { ...call.headers, ...gzip } });
    return parseBody(wire, request, answer) as T;
  } finally {
    deadline.release();
  }
}

async function sendUntilAnswered(wire: Wire, request: ApiRequest, call: Call): Promise<Refusal> {
  const endsAt = wire.io.now().getTime() + (request.timeoutMs ?? wire.timeoutMs);
  for (let tries = 1; ; tries += 1) {
    const attempt = await tryOnce(wire, call);
    if (attempt.kind === 'answered') return attempt.answer;
    const pauseMs = retryPauseMs(request, attempt.failure, { tries, random: wire.io.random });
    if (pauseMs === undefined || wire.io.now().getTime() + pauseMs >= endsAt) throw attempt.error;
    await wire.io.sleep(pauseMs, call.signal);
  }
}

type Attempt =
  | { readonly kind: 'answered'; readonly answer: Refusal }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly error: unknown };

async function tryOnce(wire: Wire, call: Call): Promise<Attempt> {
  try {
    const answer = await withRenewal(wire.credentials, call.signal, async (credential) =>
      readAnswer(wire, call, await exchange(wire, call, credential)),
    );
    if (answer.status < 400) return { kind: 'answered', answer };
    const error = apiErrorOf(call, answer);
    const { retryAfterSeconds } = error.details;
    return { kind: 'failed', failure: { kind: 'refused', status: answer.status, retryAfterSeconds }, error };
  } catch (error) {
    call.signal.throwIfAborted();
    return { kind: 'failed', failure: { kind: 'broken', error }, error };
  }
}

function parseBody(wire: Wire, { method, path }: ApiRequest, { status, text }: Refusal): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CliError(
      'server-error',
      `${wire.server} answered ${method} ${path} with ${status}, but not with JSON`,
      { hint: 'is it an API server? A proxy or a login page may answer in its place', cause },
    );
  }
}
