import { connect, isIP, type Socket } from 'node:net';
import { BOUNDS } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { failureWords, headersTooLarge } from './network-failure.ts';
import { authorityOf, basicAuthorization, hostOf, portOf, userInfoOf } from '../settings/server-address.ts';
import type { Authorities } from './system-authorities.ts';
import type { TlsSettings } from './tls-settings.ts';

/** A proxy, and the TLS settings of an https proxy. */
export interface Proxy {
  readonly url: URL;
  readonly tls: TlsSettings | undefined;
  /** The authorities that may sign its certificate, for messages. */
  readonly trusted?: Authorities | undefined;
}

/** A host beyond a proxy. */
interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

const TUNNEL_TIMEOUT_MS = 30_000;

type OpenTunnel = (proxy: Proxy, target: TunnelTarget, signal: AbortSignal) => Promise<Socket>;

const TUNNELS: Readonly<Record<string, OpenTunnel>> = {
  'http:': openHttpTunnel,
  'https:': openHttpTunnel,
  'socks5:': openSocksTunnel,
  'socks5h:': openSocksTunnel,
};

/** Whether we can use a proxy with this URL. */
export function isProxyUrl(proxy: URL): boolean {
  return Object.hasOwn(TUNNELS, proxy.protocol);
}

/** Whether a proxy with this URL forwards `http://` requests in absolute form (RFC 9112 §3.2.2). */
export function takesWholeAddresses(proxy: URL): boolean {
  return TUNNELS[proxy.protocol] === openHttpTunnel;
}

/** A proxy answered CONNECT with another status than 200. */
class TunnelRefusal extends Error {
  override readonly name = 'TunnelRefusal';
}

/** Whether `openTunnel` threw this because the proxy refused a tunnel. */
export function isTunnelRefusal(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.name === 'TunnelRefusal';
}

/**
 * Connects to `target` through a proxy, which resolves the host name. Throws `CliError` that names the proxy
 * (`unreachable`, or `too-large` for its headers), and the signal's reason. Leaves nothing open then.
 */
export async function openTunnel(proxy: Proxy, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  try {
    const open = TUNNELS[proxy.url.protocol] ?? openHttpTunnel;
    return await open(proxy, target, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw proxyFailure(proxy, `does not connect to ${authorityOf(target)}`, cause);
  }
}

/** Connects to the proxy itself. Throws as `openTunnel`. */
export async function openProxySocket(proxy: Proxy, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const { url, tls } = proxy;
  const address = { host: hostOf(url), port: portOf(url) };
  const socket =
    tls === undefined
      ? connect(address)
      : (await import('node:tls')).connect({ ...address, ...proxyTls(url, tls) });
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await connected(socket, tls === undefined ? 'connect' : 'secureConnect');
    return socket;
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    throw proxyFailure(proxy, 'cannot be reached', cause);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function proxyFailure({ url, trusted }: Proxy, what: string, cause: unknown): CliError {
  const passed = headersTooLarge(cause, `the head of the answer of the proxy ${url.protocol}//${url.host}`);
  if (passed !== undefined) return passed;
  const words = failureWords(cause, trusted);
  return new CliError(
    'unreachable',
    `the proxy ${url.protocol}//${url.host} ${what}: ${words?.why ?? errorText(cause)}`,
    { hint: 'check --proxy-url, proxy-url in the kubeconfig, HTTPS_PROXY, HTTP_PROXY and NO_PROXY', cause },
  );
}

/** Sets the server name: Node would take it from the Host header, which names the server beyond the proxy. */
function proxyTls(url: URL, tls: TlsSettings | undefined): Partial<TlsSettings> {
  if (tls === undefined) return {};
  const host = hostOf(url);
  return { servername: isIP(host) === 0 ? host : '', ...tls };
}

async function openHttpTunnel(
  { url, tls }: Proxy,
  target: TunnelTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const path = authorityOf(target);
  const connect = request({
    ...proxyTls(url, tls),
    host: hostOf(url),
    port: portOf(url),
    method: 'CONNECT',
    path,
    headers: { host: path, ...proxyAuthorization(url) },
    agent: false,
    maxHeaderSize: BOUNDS.headers.most,
  });
  // Limits the whole answer: a proxy that sends a byte now and then never triggers an idle timeout.
  const late = setTimeout(() => connect.destroy(new Error('it does not answer')), TUNNEL_TIMEOUT_MS);
  const abort = (): void => void connect.destroy(new Error('the request was canceled'));
  signal.addEventListener('abort', abort, { once: true });
  connect.once('close', () => {
    clearTimeout(late);
    signal.removeEventListener('abort', abort);
  });
  return new Promise((resolve, reject) => {
    const refuse = (status: number | undefined): void =>
      reject(new TunnelRefusal(`it answered ${status ?? 0}`));
    connect.once('error', reject);
    connect.once('response', ({ statusCode }) => refuse(statusCode));
    connect.once('connect', ({ statusCode }, socket: Socket) => {
      clearTimeout(late);
      signal.removeEventListener('abort', abort);
      if (statusCode === 200) {
        resolve(socket);
        return;
      }
      socket.destroy();
      refuse(statusCode);
    });
    connect.end();
  });
}

/** The header for the user name and password of a proxy; empty without them. */
export function proxyAuthorization(proxy: URL): Readonly<Record<string, string>> {
  const { username, password } = userInfoOf(proxy);
  if (username === '' && password === '') return {};
  return { 'proxy-authorization': basicAuthorization(username, password) };
}

async function openSocksTunnel(
  { url: proxy }: Proxy,
  { host, port }: TunnelTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const { SocksClient } = await import('./socks-client.ts');
  const { username, password } = userInfoOf(proxy);
  const socket = connect({ host: hostOf(proxy), port: portOf(proxy) });
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await connected(socket, 'connect');
    await SocksClient.createConnection({
      command: 'connect',
      destination: { host, port },
      timeout: TUNNEL_TIMEOUT_MS,
      existing_socket: socket,
      proxy: {
        host: hostOf(proxy),
        port: portOf(proxy),
        type: 5,
        ...(username !== '' && { userId: username }),
        ...(password !== '' && { password }),
      },
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(TUNNEL_TIMEOUT_MS, () => socket.destroy(new Error('it does not answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it closed the connection')));
    socket.once(event, () => {
      socket.setTimeout(0);
      resolve();
    });
  });
}
