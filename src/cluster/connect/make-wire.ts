import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { certificatesIn } from '../network/certificates-in.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import type { ConnectionSettings, ServerSettings, UserSettings } from '../settings/connection-settings.ts';
import { describeForPlugin } from '../credentials/exec-info.ts';
import { impersonationHeaders } from '../credentials/impersonation-headers.ts';
import { readPem } from '../settings/pem-field.ts';
import { chooseProxy } from '../network/proxy.ts';
import { parseServerAddress, type ServerAddress } from '../settings/server-address.ts';
import { systemAuthorities } from '../network/system-authorities.ts';
import { givenAuthorities, NO_AUTHORITIES, type ServerIdentity } from '../network/tls-settings.ts';
import { makeTransport } from '../network/transport.ts';
import { userCredentials } from '../credentials/user-credentials.ts';
import { makeReadiness } from '../requests/readiness.ts';
import type { Wire } from '../requests/wire.ts';

/** Over plain http, only the user name and password of the address are sent, as kubectl does. */
const ANONYMOUS: UserSettings = { label: '', authorization: { kind: 'none' }, clientCertificate: undefined };

interface WireOptions {
  readonly hooks: ConnectionHooks;
  readonly userAgent: () => string;
  /** `--request-timeout`; Infinity for none. */
  readonly timeoutMs: number;
}

/** Builds what all requests of a connection share. Throws `kubeconfig` or `credentials`. */
export function makeWire(
  io: Io,
  settings: ConnectionSettings,
  { hooks, userAgent, timeoutMs }: WireOptions,
): Wire {
  const { server, user, impersonation } = settings;
  const address = parseServerAddress(server.server);
  const isSecure = address.protocol === 'https:';
  const proxy = chooseProxy(address, server.proxyUrl, io.env);
  if (isSecure) requireCredentials(user);
  const { certificateAuthority } = server;
  const readAuthority = (): Promise<string | undefined> =>
    certificateAuthority === undefined
      ? Promise.resolve(undefined)
      : readPem(certificateAuthority, 'certificate authority');
  if (isSecure && !server.isVerified)
    hooks.onWarning?.(`the certificate of ${address.shown} is not verified`, 'connection');
  return {
    server: address.shown,
    transport: makeTransport({
      address,
      proxy,
      identity: async () => (isSecure ? identityOf(io, server, await readAuthority()) : systemIdentity(io)),
    }),
    credentials: userCredentials(withUserInfo(isSecure ? user : ANONYMOUS, address), {
      io,
      now: io.now,
      cluster: async () => describeForPlugin(server, await readAuthority(), proxy),
    }),
    readiness: makeReadiness(),
    userAgent,
    headers: impersonationHeaders(impersonation),
    timeoutMs,
    acceptsGzip: server.acceptsGzip,
    hooks,
    onServerWarning: onceEach((text) => hooks.onWarning?.(text, 'server')),
    io,
  };
}

/** For an https proxy in front of an http server: like kubectl, we ignore the entry's TLS fields there. */
async function systemIdentity(io: Io): Promise<ServerIdentity> {
  return { authorities: await systemAuthorities(io), isVerified: true, serverName: undefined };
}

/** `authority` is PEM text. Reads the system's authorities only if the cluster names no authority. */
async function identityOf(
  io: Io,
  { server, isVerified, tlsServerName }: ServerSettings,
  authority: string | undefined,
): Promise<ServerIdentity> {
  const serverName = tlsServerName;
  if (!isVerified) return { authorities: NO_AUTHORITIES, isVerified, serverName };
  const given = authority === undefined ? undefined : givenAuthorities(server, certificatesIn(authority));
  return { authorities: given ?? (await systemAuthorities(io)), isVerified, serverName };
}

function withUserInfo(user: UserSettings, { userInfo }: ServerAddress): UserSettings {
  return userInfo === undefined ? user : { ...user, authorization: { kind: 'basic', ...userInfo } };
}

/** Throws `credentials` if an https user has none. kubectl would ask for a name and password. */
function requireCredentials({ label, authorization, clientCertificate }: UserSettings): void {
  if (authorization.kind !== 'none' || clientCertificate !== undefined) return;
  throw new CliError('credentials', `${label} has no credentials: no token, client certificate or plugin`, {
    hint: 'log in to the cluster, or give --token, --user or --context',
  });
}

function onceEach(onWarning: (text: string) => void): (text: string) => void {
  const heard = new Set<string>();
  return (text) => {
    if (heard.has(text)) return;
    heard.add(text);
    onWarning(text);
  };
}
