import { CliError } from '../errors/cli-error.ts';

/** Where an API server listens, out of the `server` of a kubeconfig. */
export interface ServerAddress {
  readonly protocol: 'http:' | 'https:';
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** In front of every request's path; empty, or starting with a slash and not ending with one. */
  readonly basePath: string;
  /** For messages: as it was written, but for what may be a secret. */
  readonly shown: string;
  /** What comes before the path of a request in its whole URL, `basePath` included; no password either. */
  readonly url: string;
}

const DEFAULT_PORTS = { 'http:': 80, 'https:': 443 } as const;

/**
 * Reads a server's address as kubectl does: a host and port alone means http, whatever is known about TLS, so that
 * `--server=localhost:8001` reaches `kubectl proxy`; a path is kept, a query dropped. Throws `kubeconfig`.
 */
export function parseServerAddress(text: string): ServerAddress {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new CliError('kubeconfig', `the server address "${shownAddress(text)}" is not a http or https URL`);
  }
  const basePath = url.pathname.replace(/\/+$/, '');
  return {
    protocol: url.protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port),
    basePath,
    shown: shownAddress(text),
    url: `${url.origin}${basePath}`,
  };
}

/**
 * What was meant for a URL, for messages, also where it cannot be parsed: without what may hold a secret, which is a
 * user name and password, the query and the fragment.
 */
export function shownAddress(text: string): string {
  return withoutUserInfo(text).replace(/[?#].*$/s, '');
}

function withoutUserInfo(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1');
}

/** `host:port`, with the brackets of IPv6. */
export function authorityOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
