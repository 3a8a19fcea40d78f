import { isCliError } from '../../errors/cli-error.ts';
import type { ApiRequest } from '../cluster.ts';
import { isOverload } from '../refusals/api-error.ts';
import { backoffMs } from '../time/backoff.ts';
import { isReset } from '../network/network-failure.ts';

/** A failed try of a request. */
export type Failure =
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'broken'; readonly error: unknown };

/** As in client-go, for answers with Retry-After. */
const MAX_ASKED_RETRIES = 10;
const MAX_UNASKED_RETRIES = 4;

/**
 * Milliseconds to wait before a retry; undefined for no retry. An overloaded server (429, 503) that sends
 * Retry-After has not started the request, so we retry any method; without Retry-After only GETs. After a broken
 * connection we retry idempotent requests once.
 * See https://kubernetes.io/docs/concepts/cluster-administration/flow-control/
 */
export function retryPauseMs(
  request: Pick<ApiRequest, 'method' | 'contentType'>,
  failure: Failure,
  { tries, random }: { readonly tries: number; readonly random: () => number },
): number | undefined {
  if (failure.kind === 'broken') return tries === 1 && isHarmless(request, failure.error) ? 0 : undefined;
  const { status, retryAfterSeconds } = failure;
  if (!isOverload(status)) return undefined;
  if (retryAfterSeconds !== undefined)
    return tries <= MAX_ASKED_RETRIES ? retryAfterSeconds * 1000 : undefined;
  const isWorthIt = request.method === 'GET' && tries <= MAX_UNASKED_RETRIES;
  return isWorthIt ? backoffMs(tries - 1, random) : undefined;
}

/** Whether the connection broke during an idempotent request, such as a strategic merge patch. */
function isHarmless(
  { method, contentType }: Pick<ApiRequest, 'method' | 'contentType'>,
  error: unknown,
): boolean {
  const isIdempotent = method === 'GET' || contentType === 'application/strategic-merge-patch+json';
  return isIdempotent && isCliError(error) && (error.kind === 'connection-lost' || isReset(error.cause));
}
