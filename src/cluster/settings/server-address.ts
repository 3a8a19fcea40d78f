import { CliError } from '../../errors/cli-error.ts';

/** The address of an API server. */
export interface ServerAddress {
  readonly protocol: 'http:' | 'https:';
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** Prefix of every request's path: empty, or with a leading but no trailing slash. */
  readonly basePath: string;
  /** User name and password in the address. As with kubectl, they beat all other credentials. */
  readonly userInfo: { readonly username: string; readonly password: string } | undefined;
  /** For messages: as written, without possible secrets. */
  readonly shown: string;
  /** Prefix of every request's URL, with `basePath` and without a password. */
  readonly url: string;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const SOCKS_PORT = 1080;

/**
 * Parses a server's address as kubectl does. A host and port without a scheme means http, so that
 * `--server=localhost:8001` reaches `kubectl proxy`. Keeps a path after a scheme and drops a query. Throws
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
    port: portOf(url),
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

/** The port of a URL of a server or a proxy, by default that of its scheme. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? SOCKS_PORT) : Number(port);
}

/** The host of a URL, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The decoded user name and password of a URL. */
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
    return text; // a percent sign without an escape
  }
}

/** The value of a Basic Authorization header. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * Shows a URL, valid or not, without possible secrets: user name and password, query and fragment. Hides a path
 * with an `@` as well, as the part before it can be a password with a slash.
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
