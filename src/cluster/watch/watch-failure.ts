import { isCliError } from '../../errors/cli-error.ts';
import { isApiError } from '../refusals/api-error.ts';
import { backoffMs } from '../time/backoff.ts';

const GONE = 410;
const TOO_MANY_REQUESTS = 429;

/** Whether the server no longer has the requested version (410), by the answer's status or in the stream. */
export function isExpired(error: unknown): boolean {
  return isApiError(error) && error.code === GONE;
}

/** Whether the same request can succeed later. */
export function isPassing(error: unknown): boolean {
  if (isApiError(error)) return error.code === TOO_MANY_REQUESTS || error.code >= 500;
  if (isCliError(error)) return ['unreachable', 'timeout', 'connection-lost'].includes(error.kind);
  // A line that is not JSON: a proxy has cut the stream and ended it cleanly.
  return error instanceof SyntaxError;
}

/** Milliseconds until the next try: a backoff that grows with `failures`, at least what the server asks for. */
export function pauseMs(error: unknown, failures: number, random: () => number): number {
  const asked = isApiError(error) ? (error.details.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(asked, backoffMs(failures - 1, random));
}
