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

/** One request to a server that is no API server. */
export interface WebRequest {
  /** A user name and password in it are sent as such. */
  readonly url: URL;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** PEM text of the only authorities that may sign; without it those of the system. */
  readonly authority?: string | undefined;
}

/** The head of what it answered. */
export interface WebAnswer {
  /** Whose body is still to be read. */
  readonly response: IncomingMessage;
  /** Ends the connection; to be called whatever happened. */
  readonly close: () => void;
}

/**
 * Sends one request as kubectl's own client does: with the authorities of the system, whatever Node is told by
 * NODE_TLS_REJECT_UNAUTHORIZED, and through the proxies of the environment. Redirects are not followed. Throws
 * `unreachable` when no answer came, without the query of the address, and the signal's reason.
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

/** The header that the user name and password of an address come to; empty without them. */
export function authorizationOf(url: URL): Readonly<Record<string, string>> {
  const { username, password } = userInfoOf(url);
  return username === '' && password === '' ? {} : { authorization: basicAuthorization(username, password) };
}

function webFailure(error: unknown, url: URL, transport: Transport): CliError {
  if (isCliError(error)) return error;
  const passed = headersTooLarge(error, `the head of the answer of ${shownAddress(url.href)}`);
  if (passed !== undefined) return passed;
  const words = failureWords(error, transport.trusts());
  return new CliError(
    'unreachable',
    `cannot reach ${shownAddress(url.href)}: ${words?.why ?? errorText(error)}`,
    {
      ...(words && { hint: words.hint }),
      cause: error,
    },
  );
}
