import { CliError } from '../../errors/cli-error.ts';
import { chooseEntries, listNames } from './choose-entries.ts';
import { chooseServer, clusterWithFlags } from './choose-server.ts';
import { chooseImpersonation } from './choose-impersonation.ts';
import { chooseUser, userWithFlags } from './choose-user.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { entryError, type KubeconfigEntry } from './kubeconfig-entry.ts';
import type { Kubeconfig } from './kubeconfig-merge.ts';
import type { ServiceAccount } from './service-account.ts';

interface ConnectionSources {
  readonly kubeconfig: Kubeconfig;
  /** The account of the pod that this program runs in, if any. */
  readonly serviceAccount: ServiceAccount | undefined;
  readonly options: ConnectionOptions;
  /** Base of relative paths on the command line. */
  readonly workingDirectory: string;
}

/**
 * Chooses the server and the user. If neither kubeconfig nor flags name a server, a program in a pod uses its
 * service account. Throws `kubeconfig` with the file and the entry.
 */
export function chooseConnection(sources: ConnectionSources): ConnectionSettings {
  const { kubeconfig, serviceAccount, options, workingDirectory } = sources;
  const chosen = chooseEntries(kubeconfig, options);
  const isNamed = chosen.cluster !== undefined || Boolean(options.server);
  const entries = isNamed || serviceAccount === undefined ? chosen : serviceAccount;
  const server = chooseServer(clusterWithFlags(entries.cluster, options, workingDirectory));
  if (server === undefined) throw noServer(kubeconfig, entries.cluster);
  const user = userWithFlags(entries.user, options, workingDirectory);
  return {
    server,
    user: chooseUser(user),
    impersonation: chooseImpersonation(user),
    namespace: options.namespace || chosen.namespace || (serviceAccount?.namespace ?? 'default'),
    namespaceIsExplicit: Boolean(options.namespace),
  };
}

/** kubectl falls back to localhost:8080, which no API server uses any more. */
function noServer(kubeconfig: Kubeconfig, cluster: KubeconfigEntry | undefined): CliError {
  if (cluster !== undefined) return entryError(cluster, 'server is missing');
  const places = kubeconfig.paths.join(', ');
  if (!kubeconfig.exists) {
    const where = places === '' ? 'you have no home folder to look for one in' : `looked for ${places}`;
    return new CliError('kubeconfig', `there is no kubeconfig: ${where}`, {
      hint: 'set KUBECONFIG, or give --kubeconfig=FILE',
    });
  }
  return new CliError('kubeconfig', `no context is chosen in ${places}`, {
    hint: `give --context=NAME (${listNames('context', kubeconfig.contexts)}), or: kubectl config use-context NAME`,
  });
}
