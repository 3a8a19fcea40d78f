import type { IncomingMessage } from 'node:http';
import type { ServerAddress } from '../settings/server-address.ts';
import type { Call } from '../network/call.ts';

/** How many redirects of one request we follow. */
export const MAX_REDIRECTS = 10;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** These repeat the request; the others turn it into a GET. */
const REPEATING: readonly number[] = [307, 308];

/** The target of a redirect; undefined for other answers. */
export function locationOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  return REDIRECTS.includes(statusCode) ? location : undefined;
}

/** What to do with a redirect. */
export type Redirect =
  | { readonly kind: 'follow'; readonly call: Call }
  /** To another server: its origin, for messages. */
  | { readonly kind: 'elsewhere'; readonly where: string }
  /** It would turn the request into a GET. */
  | { readonly kind: 'changes-method' };

/**
 * Reads a redirect, as kubectl does; undefined for other answers. Unlike kubectl, we never follow to another server: the
 * credentials are for this one. Of another server we name only the origin: path and query can hold secrets.
 */
export function readRedirect(
  call: Call,
  address: ServerAddress,
  response: IncomingMessage,
): Redirect | undefined {
  const location = locationOf(response);
  if (location === undefined) return undefined;
  const { origin } = new URL(address.url);
  const here = `${origin}${call.basePath ?? address.basePath}${call.path}`;
  const url = URL.canParse(location, here) ? new URL(location, here) : undefined;
  if (url?.origin !== origin) return { kind: 'elsewhere', where: url?.origin ?? 'an invalid address' };
  if (!keepsMethod(call, response)) return { kind: 'changes-method' };
  return { kind: 'follow', call: { ...call, basePath: '', path: url.pathname + url.search } };
}

function keepsMethod({ method }: Call, { statusCode = 0 }: IncomingMessage): boolean {
  return method === 'GET' || REPEATING.includes(statusCode);
}
