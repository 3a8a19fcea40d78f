import type { Agent, ClientRequest } from 'node:http';
import { BOUNDS } from '../../errors/bounds.ts';
import type { KeyPair } from './credentials.ts';
import type { ServerAddress } from '../settings/server-address.ts';
import { keepSpares, type SpareConnections } from './spare-connections.ts';
import type { Authorities } from './system-authorities.ts';
import { makeTlsSettings, type ServerIdentity, type TlsSettings } from './tls-settings.ts';
import { throughProxy, toProxy } from './tunnel-agent.ts';
import { proxyAuthorization, takesWholeAddresses, type Proxy } from './tunnel.ts';
import type { Call } from './call.ts';

/** How a request is put on its way. */
export interface Route {
  readonly agent: Agent;
  /** In front of the path in the request line: for a proxy scheme and host of the server, else nothing. */
  readonly prefix: string;
  /** For the proxy. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The way to one server. Connections are kept and used again. */
export interface Transport {
  readonly address: ServerAddress;
  /** For messages, without a password; undefined where there is none. */
  readonly proxy: string | undefined;
  /** A request that is not yet sent. */
  readonly request: (call: Call, keyPair: KeyPair | undefined) => Promise<ClientRequest>;
  /** On which a WebSocket can be opened; the second one, if any, is for when a proxy refuses to tunnel. */
  readonly upgradeWays: (keyPair: KeyPair | undefined) => Promise<readonly [Route, Route?]>;
  /** Opens `count` connections ahead, once the first one is there. */
  readonly prepare: (count: number, keyPair: KeyPair | undefined) => Promise<void>;
  /** Which authorities may sign the server's certificate; undefined before the first connection. */
  readonly trusts: () => Authorities | undefined;
  /** Ends every connection, also those in use. */
  readonly close: () => void;
}

export interface TransportSettings {
  readonly address: ServerAddress;
  /** Asked for when there is something to verify: the server, or a proxy of https. */
  readonly identity: () => Promise<ServerIdentity>;
  readonly proxy: URL | undefined;
}

/** The ways of one user. */
interface Routes {
  readonly spares: SpareConnections;
  readonly request: Route;
  /** Where it is another one. */
  readonly upgrade: Route | undefined;
}

const AGENT_OPTIONS = {
  keepAlive: true,
  /** Also the delay of TCP's own probes, which find a dead peer of a quiet stream. */
  keepAliveMsecs: 15_000,
  /** API servers end idle connections after 90 s or more; ours are given up before. */
  timeout: 60_000,
} as const;

/** Makes the transport without connecting; the modules for that are loaded with the first request. */
export function makeTransport(settings: TransportSettings): Transport {
  const { address } = settings;
  const agents = new Set<Agent>();
  let trusted: Authorities | undefined;
  let last: { readonly keyPair: KeyPair | undefined; readonly ways: Promise<Routes> } | undefined;
  const open = async (keyPair: KeyPair | undefined): Promise<Routes> => {
    const tls = needsTls(settings) ? await settings.identity() : undefined;
    trusted = tls?.authorities;
    const made = await makeRoutes(
      settings,
      tls && (await makeTlsSettings(address.shown, tls, keyPair)),
      trusted,
    );
    for (const way of [made.request, made.upgrade]) if (way !== undefined) agents.add(way.agent);
    return made;
  };
  const waysFor = (keyPair: KeyPair | undefined): Promise<Routes> => {
    // Another certificate is another user: connections of the old one finish what they do and are not used again.
    if (last?.keyPair !== keyPair || last === undefined) last = { keyPair, ways: open(keyPair) };
    return last.ways;
  };
  return {
    address,
    proxy: settings.proxy && `${settings.proxy.protocol}//${settings.proxy.host}`,
    upgradeWays: async (keyPair) => {
      const { request, upgrade } = await waysFor(keyPair);
      return upgrade === undefined ? [request] : [upgrade, request];
    },
    prepare: async (count, keyPair) => (await waysFor(keyPair)).spares.prepare(count),
    request: async (call, keyPair) => {
      const { request } = await (address.protocol === 'https:' ? import('node:https') : import('node:http'));
      const { host, port, basePath } = address;
      const { method, signal } = call;
      const { agent, prefix, headers } = (await waysFor(keyPair)).request;
      const path = `${prefix}${call.basePath ?? basePath}${call.path}`;
      const maxHeaderSize = BOUNDS.headers.most;
      const all = { ...call.headers, ...headers };
      return request({ host, port, method, path, headers: all, agent, signal, maxHeaderSize });
    },
    trusts: () => trusted,
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

function needsTls({ address, proxy }: TransportSettings): boolean {
  return address.protocol === 'https:' || proxy?.protocol === 'https:';
}

/**
 * As Go's net/http does: a tunnel for TLS and through SOCKS, whole addresses for a server that is spoken to in the
 * clear. kubectl upgrades through a tunnel there as well. A proxy of https proves itself as the server does, with the
 * same authorities.
 */
async function makeRoutes(
  { address, proxy: url }: TransportSettings,
  tls: TlsSettings | undefined,
  trusts: Authorities | undefined,
): Promise<Routes> {
  const isSecure = address.protocol === 'https:';
  const { Agent } = await (isSecure ? import('node:https') : import('node:http'));
  const makeAgent = (): Agent => new Agent({ ...AGENT_OPTIONS, ...(isSecure && tls) });
  const straight = { prefix: '', headers: {} };
  if (url === undefined) return withSpares(makeAgent(), straight);
  const proxy: Proxy = { url, tls: url.protocol === 'https:' ? tls : undefined, trusts };
  const tunnel = throughProxy(makeAgent(), proxy);
  if (isSecure || !takesWholeAddresses(url)) return withSpares(tunnel, straight);
  return {
    ...withSpares(toProxy(makeAgent(), proxy), {
      prefix: new URL(address.url).origin,
      headers: proxyAuthorization(url),
    }),
    upgrade: { agent: tunnel, ...straight },
  };
}

function withSpares(agent: Agent, way: Omit<Route, 'agent'>): Routes {
  const spares = keepSpares(agent);
  return { spares, request: { agent: spares.agent, ...way }, upgrade: undefined };
}
