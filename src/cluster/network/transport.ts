import type { Agent, ClientRequest } from 'node:http';
import { BOUNDS } from '../../errors/bounds.ts';
import type { KeyPair } from './credentials.ts';
import type { ServerAddress } from '../settings/server-address.ts';
import { keepSpares, type SpareConnections } from './connections/spare-connections.ts';
import type { Authorities } from './system-authorities.ts';
import { tellLosses } from './connections/lost-connections.ts';
import { makeTlsSettings, type ServerIdentity, type TlsSettings } from './tls-settings.ts';
import { throughProxy, toProxy } from './tunnel-agent.ts';
import { proxyAuthorization, takesWholeAddresses, type Proxy } from './tunnel.ts';
import type { Call } from './call.ts';

/** A route to the server: directly, through a tunnel, or by a proxy that forwards requests. */
export interface Route {
  readonly agent: Agent;
  /** Precedes the path in the request line: the server's origin for a forwarding proxy, else empty. */
  readonly prefix: string;
  /** Headers for the proxy. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends requests to one server and reuses connections. */
export interface Transport {
  readonly address: ServerAddress;
  /** For messages, without a password; undefined without a proxy. */
  readonly proxy: string | undefined;
  /** Makes a request without sending it. */
  readonly request: (call: Call, keyPair: KeyPair | undefined) => Promise<ClientRequest>;
  /** The routes for a WebSocket. The second one is for a proxy that refuses a tunnel. */
  readonly upgradeRoutes: (keyPair: KeyPair | undefined) => Promise<readonly [Route, Route?]>;
  /** Opens `count` connections ahead, after the first one. */
  readonly prepare: (count: number, keyPair: KeyPair | undefined) => Promise<void>;
  /** The authorities that may sign the server's certificate; undefined before the first connection. */
  readonly trustedAuthorities: () => Authorities | undefined;
  /** How many connections could not be opened, or were ended by the server or the network. */
  readonly losses: () => number;
  /** Ends all connections, also those in use. */
  readonly close: () => void;
}

interface TransportSettings {
  readonly address: ServerAddress;
  /** Called if there is a certificate to verify: of the server or of an https proxy. */
  readonly identity: () => Promise<ServerIdentity>;
  readonly proxy: URL | undefined;
}

/** Settings, and who hears of connections that are lost. */
type ToldSettings = TransportSettings & { readonly lost: () => void };

/** The routes for one client certificate. */
interface Routes {
  readonly spares: SpareConnections;
  readonly request: Route;
  /** For upgrades, if it differs. */
  readonly upgrade: Route | undefined;
}

const AGENT_OPTIONS = {
  keepAlive: true,
  /** Also the delay of TCP keep-alive probes, which detect a dead peer on a quiet stream. */
  keepAliveMsecs: 15_000,
  /** API servers close idle connections after 90 s or more; we close ours earlier. */
  timeout: 60_000,
} as const;

/** Makes a transport. Connects and loads modules with the first request. */
export function makeTransport(settings: TransportSettings): Transport {
  const { address } = settings;
  const agents = new Set<Agent>();
  let losses = 0;
  let trusted: Authorities | undefined;
  let last: { readonly keyPair: KeyPair | undefined; readonly routes: Promise<Routes> } | undefined;
  const open = async (keyPair: KeyPair | undefined): Promise<Routes> => {
    const tls = needsTls(settings) ? await settings.identity() : undefined;
    trusted = tls?.authorities;
    const made = await makeRoutes(
      { ...settings, lost: () => void (losses += 1) },
      tls && (await makeTlsSettings(address.shown, tls, keyPair)),
      trusted,
    );
    for (const route of [made.request, made.upgrade]) if (route !== undefined) agents.add(route.agent);
    return made;
  };
  const routesFor = (keyPair: KeyPair | undefined): Promise<Routes> => {
    // Another certificate is another user: we do not reuse the old connections, but let them finish.
    if (last?.keyPair !== keyPair || last === undefined) last = { keyPair, routes: open(keyPair) };
    return last.routes;
  };
  return {
    address,
    proxy: settings.proxy && `${settings.proxy.protocol}//${settings.proxy.host}`,
    upgradeRoutes: async (keyPair) => {
      const { request, upgrade } = await routesFor(keyPair);
      return upgrade === undefined ? [request] : [upgrade, request];
    },
    prepare: async (count, keyPair) => (await routesFor(keyPair)).spares.prepare(count),
    request: async (call, keyPair) => {
      const { request } = await (address.protocol === 'https:' ? import('node:https') : import('node:http'));
      const { host, port, basePath } = address;
      const { method, signal } = call;
      const { agent, prefix, headers } = (await routesFor(keyPair)).request;
      const path = `${prefix}${call.basePath ?? basePath}${call.path}`;
      const maxHeaderSize = BOUNDS.headers.most;
      const all = { ...call.headers, ...headers };
      return request({ host, port, method, path, headers: all, agent, signal, maxHeaderSize });
    },
    trustedAuthorities: () => trusted,
    losses: () => losses,
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

function needsTls({ address, proxy }: TransportSettings): boolean {
  return address.protocol === 'https:' || proxy?.protocol === 'https:';
}

/**
 * Like Go's net/http: a tunnel for TLS and through SOCKS, and a forwarding proxy for plain http. Like kubectl,
 * upgrades plain http through a tunnel. The same authorities verify an https proxy and the server.
 */
async function makeRoutes(
  { address, proxy: url, lost }: ToldSettings,
  tls: TlsSettings | undefined,
  trusted: Authorities | undefined,
): Promise<Routes> {
  const isSecure = address.protocol === 'https:';
  const { Agent } = await (isSecure ? import('node:https') : import('node:http'));
  const makeAgent = (): Agent => new Agent({ ...AGENT_OPTIONS, ...(isSecure && tls) });
  const straight = { prefix: '', headers: {} };
  if (url === undefined) return withSpares(tellLosses(makeAgent(), lost), straight);
  const proxy: Proxy = { url, tls: url.protocol === 'https:' ? tls : undefined, trusted };
  const tunnel = tellLosses(throughProxy(makeAgent(), proxy), lost);
  if (isSecure || !takesWholeAddresses(url)) return withSpares(tunnel, straight);
  return {
    ...withSpares(tellLosses(toProxy(makeAgent(), proxy), lost), {
      prefix: new URL(address.url).origin,
      headers: proxyAuthorization(url),
    }),
    upgrade: { agent: tunnel, ...straight },
  };
}

function withSpares(agent: Agent, route: Omit<Route, 'agent'>): Routes {
  const spares = keepSpares(agent);
  return { spares, request: { agent: spares.agent, ...route }, upgrade: undefined };
}
