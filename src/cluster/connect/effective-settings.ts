import type { Io } from '../../io.ts';
import { chooseConnection } from '../settings/choose-connection.ts';
import { chooseEntries } from '../settings/choose-entries.ts';
import type { ConnectionOptions } from '../settings/connection-options.ts';
import type { UserSettings } from '../settings/connection-settings.ts';
import { readKubeconfig } from '../settings/kubeconfig-files.ts';
import { chooseProxy } from '../network/proxy.ts';
import { parseServerAddress } from '../settings/server-address.ts';
import { findServiceAccount } from '../settings/service-account.ts';

/** The settings that result from flags, environment and kubeconfig, for display. Holds no secret. */
export interface EffectiveSettings {
  /** undefined if flags or a pod's service account replace the context. */
  readonly context: string | undefined;
  /** `cluster "prod" in FILE`. */
  readonly cluster: string | undefined;
  readonly user: string | undefined;
  readonly server: string;
  /** Whether we verify the server's certificate. */
  readonly isVerified: boolean;
  /** How the user authenticates: `client certificate`, `token` … */
  readonly credentials: readonly string[];
  /** The credential plugin, without its arguments, which may hold secrets. */
  readonly plugin: string | undefined;
  readonly impersonates: string | undefined;
  readonly proxy: string | undefined;
}

const CREDENTIALS = {
  none: [],
  token: ['token'],
  'token-file': ['token file'],
  basic: ['user name and password'],
  exec: ['credential plugin'],
  oidc: ['OpenID Connect'],
} as const satisfies Record<UserSettings['authorization']['kind'], readonly string[]>;

/**
 * Reads the settings that `connect` would use. Sends nothing and runs no plugin. Throws `kubeconfig` and
 * `credentials`.
 */
export async function readEffectiveSettings(io: Io, options: ConnectionOptions): Promise<EffectiveSettings> {
  const [kubeconfig, serviceAccount] = await Promise.all([
    readKubeconfig(io, options.kubeconfig),
    findServiceAccount(io.env),
  ]);
  const { workingDirectory } = io;
  const chosen = chooseConnection({ kubeconfig, serviceAccount, options, workingDirectory });
  const entries = chooseEntries(kubeconfig, options);
  const { server, user, impersonation } = chosen;
  const address = parseServerAddress(server.server);
  const proxy = chooseProxy(address, server.proxyUrl, io.env);
  const { authorization, clientCertificate } = user;
  return {
    context: options.context ?? kubeconfig.currentContext,
    cluster: entries.cluster && `${entries.cluster.label} in ${entries.cluster.file}`,
    user: entries.user && `${entries.user.label} in ${entries.user.file}`,
    server: address.shown,
    isVerified: server.isVerified && address.protocol === 'https:',
    credentials: [
      ...(clientCertificate === undefined ? [] : ['client certificate']),
      ...CREDENTIALS[authorization.kind],
    ],
    plugin: authorization.kind === 'exec' ? authorization.plugin.command : undefined,
    impersonates: impersonation?.user,
    proxy: proxy && `${proxy.protocol}//${proxy.host}`,
  };
}
