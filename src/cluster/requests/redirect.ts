import type { IncomingMessage } from 'node:http';
import type { ServerAddress } from '../settings/server-address.ts';
import type { Call } from '../network/call.ts';

/** As in Go's net/http. */
export const MAX_REDIRECTS = 10;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** These repeat the request; the others turn it into a GET. */
const REPEATING: readonly number[] = [307, 308];

/** The target of a redirect; undefined for other answers. */
export function locationOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  return REDIRECTS.includes(statusCode) ? location : undefined;
}

/**
 * The call that follows a redirect, as in kubectl; undefined if we do not follow it. Unlike kubectl, we never
 * follow to another server: the credentials are for this one.
 */
export function redirected(call: Call, address: ServerAddress, response: IncomingMessage): Call | undefined {
  const location = locationOf(response);
  const isRepeatable = call.method === 'GET' || REPEATING.includes(response.statusCode ?? 0);
  if (location === undefined || !isRepeatable) return undefined;
  const { origin } = new URL(address.url);
  const here = `${origin}${call.basePath ?? address.basePath}${call.path}`;
  const url = URL.canParse(location, here) ? new URL(location, here) : undefined;
  if (url?.origin !== origin) return undefined;
  return { ...call, basePath: '', path: url.pathname + url.search };
}
