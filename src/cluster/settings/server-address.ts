import { CliError } from '../../errors/cli-error.ts';

/** Where an API server listens, out of the `server` of a kubeconfig. */
export interface ServerAddress {
  readonly protocol: 'http:' | 'https:';
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** In front of every request's path; empty, or starting with a slash and not ending with one. */
  readonly basePath: string;
  /** What stands before the host; goes before every other way to prove who one is, as with kubectl. */
  readonly userInfo: { readonly username: string; readonly password: string } | undefined;
  /** For messages: as it was written, but for what may be a secret. */
  readonly shown: string;
  /** What comes before the path of a request in its whole URL, `basePath` included; no password either. */
  readonly url: string;
}

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

/**
 * Reads a server's address as kubectl does: a host and port alone means http, whatever is known about TLS, so that
 * `--server=localhost:8001` reaches `kubectl proxy`; a path is kept behind a scheme, a query dropped. Throws
 * `kubeconfig`.
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = urlOf(text);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new CliError('kubeconfig', `the server address "${shownAddress(text)}" is not a http or https URL`);
  }
  const basePath = url.pathname.replace(/(?<!\/)\/+$/, '');
  const hasUserInfo = url.username !== '' || url.password !== '';
  return {
    protocol: url.protocol,
    host: hostOf(url),
    port: url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port),
    basePath,
    userInfo: hasUserInfo ? userInfoOf(url) : undefined,
    shown: shownAddress(text),
    url: `${url.origin}${basePath}`,
  };
}

function urlOf(text: string): URL | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  if (!hasScheme && !/^[^/]+\/?$/.test(text)) return undefined;
  const whole = hasScheme ? text : `http://${text}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** The name or address of a URL's host, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** As it was meant, without the escapes that a URL needs. */
export function userInfoOf({ username, password }: URL): {
  readonly username: string;
  readonly password: string;
} {
  return { username: unescaped(username), password: unescaped(password) };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that begins no escape
  }
}

/** `Basic …`, as in headers. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * What was meant for a URL, for messages, also where it cannot be parsed: without what may hold a secret, which is a
 * user name and password, the query and the fragment. A path with an `@` is left out as well: what stands before it
 * may be a password with a slash.
 */
export function shownAddress(text: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)/is.exec(text);
  const [, scheme = '', authority = '', path = ''] = parts ?? [];
  if (!URL.canParse(scheme === '' ? `http://${text}` : text))
    return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1').replace(/[?#].*$/s, '');
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return `${scheme}${host}${path.includes('@') ? '/…' : path}`;
}

/** `host:port`, with the brackets of IPv6. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
