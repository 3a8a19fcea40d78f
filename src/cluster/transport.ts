import type { Agent, ClientRequest } from 'node:http';
import type { ConnectionOptions, SecureContext, SecureContextOptions } from 'node:tls';
import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { KeyPair } from './credentials.ts';
import type { ServerAddress } from './server-address.ts';
import { keepSpares, type SpareConnections } from './spare-connections.ts';
import { throughProxy } from './tunnel-agent.ts';
import type { Call } from './wire.ts';

/** How the server proves itself. */
export interface ServerIdentity {
  /** PEM text; the authorities that Node brings along without it. */
  readonly authority: string | undefined;
  readonly isVerified: boolean;
  /** The name in the certificate, where it is not the host's. */
  readonly serverName: string | undefined;
}

/** The way to one server. Connections are kept and used again. */
export interface Transport {
  readonly address: ServerAddress;
  /** A request that is not yet sent. */
  readonly request: (call: Call, keyPair: KeyPair | undefined) => Promise<ClientRequest>;
  readonly agent: (keyPair: KeyPair | undefined) => Promise<Agent>;
  /** Opens `count` connections ahead, once the first one is there. */
  readonly prepare: (count: number, keyPair: KeyPair | undefined) => Promise<void>;
  /** Ends every connection, also those in use. */
  readonly close: () => void;
}

export interface TransportSettings {
  readonly address: ServerAddress;
  readonly identity: () => Promise<ServerIdentity>;
  readonly proxy: URL | undefined;
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
  let last: { readonly keyPair: KeyPair | undefined; readonly agent: Promise<SpareConnections> } | undefined;
  const agentFor = (keyPair: KeyPair | undefined): Promise<SpareConnections> => {
    // Another certificate is another user: connections of the old one finish what they do and are not used again.
    if (last?.keyPair !== keyPair || last === undefined) {
      const agent = makeAgent(settings, keyPair).then((made) => {
        agents.add(made);
        return keepSpares(settings.proxy === undefined ? made : throughProxy(made, settings.proxy));
      });
      last = { keyPair, agent };
    }
    return last.agent;
  };
  return {
    address,
    agent: async (keyPair) => (await agentFor(keyPair)).agent,
    prepare: async (count, keyPair) => (await agentFor(keyPair)).prepare(count),
    request: async ({ method, path, headers, signal }, keyPair) => {
      const { request } = await (address.protocol === 'https:' ? import('node:https') : import('node:http'));
      const { host, port, basePath } = address;
      const { agent } = await agentFor(keyPair);
      return request({ host, port, method, path: basePath + path, headers, agent, signal });
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  };
}

async function makeAgent(settings: TransportSettings, keyPair: KeyPair | undefined): Promise<Agent> {
  if (settings.address.protocol === 'http:') {
    const { Agent } = await import('node:http');
    return new Agent(AGENT_OPTIONS);
  }
  const { Agent } = await import('node:https');
  const identity = await settings.identity();
  const options = {
    ...AGENT_OPTIONS,
    secureContext: await makeSecureContext(settings.address, identity, keyPair),
    rejectUnauthorized: identity.isVerified,
    ALPNProtocols: ['http/1.1'],
    ...(identity.serverName !== undefined && (await nameOptions(identity.serverName))),
  };
  return new Agent(options);
}

/** An address is no name to ask a server for (RFC 6066 §3), though a certificate can be for one. */
async function nameOptions(
  serverName: string,
): Promise<Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'>> {
  const [{ isIP }, { checkServerIdentity }] = await Promise.all([import('node:net'), import('node:tls')]);
  if (isIP(serverName) === 0) return { servername: serverName };
  return {
    servername: '',
    checkServerIdentity: (_host, certificate) => checkServerIdentity(serverName, certificate),
  };
}

async function makeSecureContext(
  { shown }: ServerAddress,
  { authority }: ServerIdentity,
  keyPair: KeyPair | undefined,
): Promise<SecureContext> {
  const { createSecureContext } = await import('node:tls');
  const options: SecureContextOptions = {
    minVersion: 'TLSv1.2',
    ...(authority !== undefined && { ca: authority }),
    ...(keyPair !== undefined && { cert: keyPair.certificate, key: keyPair.key }),
  };
  try {
    // OpenSSL takes any text for a list of no authorities.
    if (authority?.includes('-----BEGIN ') === false) throw new Error('the certificate authority is not PEM');
    return createSecureContext(options);
  } catch (cause) {
    const why = errorText(cause);
    throw new CliError('kubeconfig', `the certificates for ${shown} cannot be used: ${why}`, {
      hint: 'check certificate-authority, client-certificate and client-key: they must be PEM and fit each other',
      cause,
    });
  }
}
