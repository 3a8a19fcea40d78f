import type { IncomingMessage } from 'node:http';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { awaitAnswer } from './await-answer.ts';
import { certificatesIn } from './certificates-in.ts';
import { failureWords, headersTooLarge } from './network-failure.ts';
import { chooseProxy } from './proxy.ts';
import {
  basicAuthorization,
  parseServerAddress,
  shownAddress,
  userInfoOf,
} from '../settings/server-address.ts';
import { systemAuthorities, type ProcessEnvironment } from './system-authorities.ts';
import { givenAuthorities } from './tls-settings.ts';
import { makeTransport, type Transport } from './transport.ts';

/** One request to a web server, such as an identity provider. */
interface WebRequest {
  /** A user name and password in the URL are sent. */
  readonly url: URL;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** PEM text of the only trusted authorities; default: those of the system. */
  readonly authority?: string | undefined;
}

/** The response's headers. */
export interface WebAnswer {
  /** The caller reads its body. */
  readonly response: IncomingMessage;
  /** Ends the connection. The caller always calls it. */
  readonly close: () => void;
}

/**
 * Sends one request as kubectl's own client does: with the authorities of the system and the proxies of the
 * environment, but without NODE_TLS_REJECT_UNAUTHORIZED. Follows no redirects. Throws `unreachable` without the
 * query of the address, and the signal's reason.
 */
export async function askWeb(place: ProcessEnvironment, request: WebRequest): Promise<WebAnswer> {
  const { url, signal } = request;
  const transport = transportTo(place, request);
  try {
    const path = `${url.pathname}${url.search}`;
    const headers = { ...authorizationOf(url), ...request.headers };
    const call = { method: request.method ?? 'GET', path, headers, signal };
    const sent = await transport.request(call, undefined);
    const response = await awaitAnswer(sent, request);
    return { response, close: transport.close };
  } catch (error) {
    transport.close();
    signal.throwIfAborted();
    throw webFailure(error, url, transport);
  }
}

function transportTo(place: ProcessEnvironment, { url, authority }: WebRequest): Transport {
  const address = parseServerAddress(url.origin);
  const identity = async () => ({
    authorities:
      authority === undefined
        ? await systemAuthorities(place)
        : givenAuthorities(address.shown, certificatesIn(authority)),
    isVerified: true,
    serverName: undefined,
  });
  return makeTransport({ address, identity, proxy: chooseProxy(address, undefined, place.env) });
}

/** The header for the user name and password of an address; empty without them. */
export function authorizationOf(url: URL): Readonly<Record<string, string>> {
  const { username, password } = userInfoOf(url);
  return username === '' && password === '' ? {} : { authorization: basicAuthorization(username, password) };
}

function webFailure(error: unknown, url: URL, transport: Transport): CliError {
  if (isCliError(error)) return error;
  const passed = headersTooLarge(error, `the head of the answer of ${shownAddress(url.href)}`);
  if (passed !== undefined) return passed;
  const words = failureWords(error, transport.trustedAuthorities());
  return new CliError(
    'unreachable',
    `cannot reach ${shownAddress(url.href)}: ${words?.why ?? errorText(error)}`,
    {
      ...(words && { hint: words.hint }),
      cause: error,
    },
  );
}
