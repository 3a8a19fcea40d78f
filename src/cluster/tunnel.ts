import type { Socket } from 'node:net';
import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import { authorityOf } from './server-address.ts';

/** A host behind a proxy. */
export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

const TUNNEL_TIMEOUT_MS = 30_000;

type OpenTunnel = (proxy: URL, target: TunnelTarget, signal: AbortSignal) => Promise<Socket>;

const TUNNELS: Readonly<Record<string, OpenTunnel>> = {
  'http:': openHttpTunnel,
  'https:': openHttpTunnel,
  'socks5:': openSocksTunnel,
  'socks5h:': openSocksTunnel,
};

/** Whether a proxy of this URL can be used. */
export function isProxyUrl(proxy: URL): boolean {
  return Object.hasOwn(TUNNELS, proxy.protocol);
}

/**
 * Connects to `target` through a proxy. The host's name is resolved by the proxy. Throws `CliError` (`unreachable`)
 * that names the proxy, and the signal's reason when it is aborted; nothing is left open then.
 */
export async function openTunnel(proxy: URL, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  try {
    const open = TUNNELS[proxy.protocol] ?? openHttpTunnel;
    return await open(proxy, target, signal);
  } catch (cause) {
    signal.throwIfAborted();
    const why = errorText(cause);
    throw new CliError(
      'unreachable',
      `the proxy ${proxy.protocol}//${proxy.host} does not connect to ${authorityOf(target)}: ${why}`,
      { hint: 'check --proxy-url, proxy-url in the kubeconfig, HTTPS_PROXY and NO_PROXY', cause },
    );
  }
}

async function openHttpTunnel(proxy: URL, target: TunnelTarget, signal: AbortSignal): Promise<Socket> {
  const { request } = await (proxy.protocol === 'https:' ? import('node:https') : import('node:http'));
  const path = authorityOf(target);
  const connect = request({
    host: bareHost(proxy),
    port: portOf(proxy),
    method: 'CONNECT',
    path,
    headers: { host: path, ...authorizationOf(proxy) },
    agent: false,
    timeout: TUNNEL_TIMEOUT_MS,
  });
  const abort = (): void => void connect.destroy(new Error('it was not waited for'));
  signal.addEventListener('abort', abort, { once: true });
  connect.once('close', () => signal.removeEventListener('abort', abort));
  return new Promise((resolve, reject) => {
    connect.once('timeout', () => connect.destroy(new Error('it does not answer')));
    connect.once('error', reject);
    connect.once('response', ({ statusCode }) => reject(new Error(`it answered ${statusCode ?? 0}`)));
    connect.once('connect', ({ statusCode }, socket: Socket) => {
      signal.removeEventListener('abort', abort);
      socket.setTimeout(0);
      if (statusCode === 200) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new Error(`it answered ${statusCode ?? 0}`));
    });
    connect.end();
  });
}

function authorizationOf(proxy: URL): Readonly<Record<string, string>> {
  if (proxy.username === '' && proxy.password === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function openSocksTunnel(
  proxy: URL,
  { host, port }: TunnelTarget,
  signal: AbortSignal,
): Promise<Socket> {
  const [{ SocksClient }, { connect }] = await Promise.all([import('./socks-client.ts'), import('node:net')]);
  const socket = connect({ host: bareHost(proxy), port: portOf(proxy) });
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await connected(socket);
    await SocksClient.createConnection({
      command: 'connect',
      destination: { host, port },
      timeout: TUNNEL_TIMEOUT_MS,
      existing_socket: socket,
      proxy: {
        host: bareHost(proxy),
        port: portOf(proxy),
        type: 5,
        ...(proxy.username !== '' && { userId: decodeURIComponent(proxy.username) }),
        ...(proxy.password !== '' && { password: decodeURIComponent(proxy.password) }),
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

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(TUNNEL_TIMEOUT_MS, () => socket.destroy(new Error('it does not answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it was not waited for')));
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve();
    });
  });
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const SOCKS_PORT = 1080;

function portOf(proxy: URL): number {
  return proxy.port === '' ? (DEFAULT_PORTS[proxy.protocol] ?? SOCKS_PORT) : Number(proxy.port);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
