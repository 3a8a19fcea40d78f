import type { IncomingHttpHeaders } from 'node:http';
import { API_STATUS } from '../objects/status-shape.ts';
import { normalizeObject } from '../objects/normalize-object.ts';
import { ApiError, type ApiStatus } from './api-error.ts';

/** An answer with a status of 400 or more and its whole body. */
export interface RefusedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const LONGEST_PLAIN_TEXT = 2048;

/**
 * Makes the error for a refused request from the API server's Status, else from the plain text of a kubelet or
 * proxy. A Retry-After header counts like `retryAfterSeconds`.
 */
export function apiErrorOf(
  request: { readonly method: string; readonly path: string },
  { status, headers, text }: RefusedAnswer,
): ApiError {
  const parsed = parseStatus(text) ?? {
    message: isPlainText(headers) ? text.trim().slice(0, LONGEST_PLAIN_TEXT) : '',
  };
  const safe = withoutPatch(parsed);
  const retryAfterSeconds = retryAfterOf({ headers, text });
  return new ApiError(request, status, {
    ...safe,
    details: { ...safe.details, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  });
}

/** The `metav1.Status` in a body; undefined if there is none. */
export function parseStatus(text: string): ApiStatus | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const body = normalizeObject(JSON.parse(text), API_STATUS, 'the server') as ApiStatus;
    return body.kind === 'Status' ? body : undefined;
  } catch {
    // Cut off, or not from an API server. The status code still counts.
    return undefined;
  }
}

/** Seconds to wait before a retry, from the header or the Status; undefined if the server does not say. */
export function retryAfterOf({ headers, text }: Pick<RefusedAnswer, 'headers' | 'text'>): number | undefined {
  const header = headers['retry-after'];
  // Whole seconds, the only form that API servers send.
  return header !== undefined && /^\d+$/.test(header)
    ? Number(header)
    : parseStatus(text)?.details?.retryAfterSeconds;
}

function isPlainText(headers: IncomingHttpHeaders): boolean {
  return (headers['content-type'] ?? 'text/plain').startsWith('text/plain');
}

/** Replaces the text of a strict-decoding error, which quotes the whole patch with its environment variables. */
function withoutPatch(status: ApiStatus): ApiStatus {
  const causes = status.details?.causes ?? [];
  if (!causes.some(({ field }) => field === 'patch')) return status;
  const message = 'the patch has an unknown or a repeated field';
  return { ...status, message, details: { ...status.details, causes: [{ field: 'patch', message }] } };
}
