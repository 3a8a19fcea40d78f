import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Wait } from '../../io.ts';
import { apiErrorOf } from '../refusals/api-status.ts';
import type { ApiRequest, Compact } from '../cluster.ts';
import { exchange } from './exchange.ts';
import { PROTOBUF, readAnswer, type CompleteAnswer } from './read-body.ts';
import { normalizeObject, WRONG_SERVER_HINT } from '../objects/normalize-object.ts';
import { retryPauseMs, type Failure } from './retry.ts';
import { sendAsUser } from './send-as-user.ts';
import { describeRefused, makeCall, startRequest, type Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

/**
 * Sends one request, with retries, and returns the parsed body. The deadline includes the retries. Throws
 * `ApiError` for a refusal, `CliError` for a missing or invalid answer, and the signal's reason.
 */
export async function requestJson<T>(wire: Wire, request: ApiRequest): Promise<T> {
  return parseBody(wire, request, await requestBody(wire, request)) as T;
}

/** See https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
const METADATA = ';as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/**
 * Like `requestJson`, but prefers protobuf, which `compact` decodes; parses JSON from a server that answers in
 * JSON. Asks for JSON if a log shows bodies.
 */
export async function requestCompact<T>(
  wire: Wire,
  request: ApiRequest,
  { decode, isOfMetadata = false }: Compact<T>,
): Promise<T> {
  if (wire.hooks.wantsBodies === true) return requestJson(wire, request);
  const answer = await requestBody(wire, request, {
    accept: `${PROTOBUF}${isOfMetadata ? METADATA : ''}, application/json`,
  });
  if (answer.protobuf === undefined) return parseBody(wire, request, answer) as T;
  try {
    return decode(answer.protobuf);
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    throw notUnderstood(wire, request, { answer, format: 'protobuf', cause });
  }
}

async function requestBody(wire: Wire, request: ApiRequest, headers = {}): Promise<CompleteAnswer> {
  const started = await startRequest(wire, request);
  try {
    const { heard, becomes, signal } = started;
    const call = makeCall(wire, request, signal);
    const gzip = wire.acceptsGzip ? { 'accept-encoding': 'gzip' } : {};
    const all = { ...call.headers, ...gzip, ...headers };
    return await sendUntilAnswered(wire, request, { ...call, headers: all, heard, becomes });
  } finally {
    started.release();
  }
}

type AwaitedCall = Call & Pick<Wait, 'heard' | 'becomes'>;

async function sendUntilAnswered(
  wire: Wire,
  request: ApiRequest,
  call: AwaitedCall,
): Promise<CompleteAnswer> {
  const endsAt = wire.io.now().getTime() + (request.timeoutMs ?? wire.timeoutMs);
  for (let tries = 1; ; tries += 1) {
    const attempt = await tryOnce(wire, call);
    if (attempt.kind === 'answered') return attempt.answer;
    const pauseMs = retryPauseMs(request, attempt.failure, { tries, random: wire.io.random });
    if (pauseMs === undefined || wire.io.now().getTime() + pauseMs >= endsAt) throw attempt.error;
    if (attempt.failure.kind === 'refused') call.becomes(describeRefused(wire, attempt.failure.status));
    await wire.io.sleep(pauseMs, call.signal);
  }
}

type TryOutcome =
  | { readonly kind: 'answered'; readonly answer: CompleteAnswer }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly error: unknown };

async function tryOnce(wire: Wire, call: AwaitedCall): Promise<TryOutcome> {
  try {
    const answer = await sendAsUser(wire, call.signal, async (credential) =>
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

function parseBody(wire: Wire, request: ApiRequest, answer: CompleteAnswer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch (cause) {
    throw notUnderstood(wire, request, { answer, format: 'JSON', cause });
  }
  const { method, path, shape = 'any' } = request;
  return normalizeObject(value, shape, `${wire.server} answered ${method} ${path}`);
}

function notUnderstood(
  { server }: Wire,
  { method, path }: ApiRequest,
  {
    answer,
    format,
    cause,
  }: { readonly answer: CompleteAnswer; readonly format: string; readonly cause: unknown },
): CliError {
  return new CliError(
    'server-error',
    `${server} answered ${method} ${path} with ${answer.status}, but not with ${format}`,
    { hint: WRONG_SERVER_HINT, cause },
  );
}
