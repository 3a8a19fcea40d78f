import { chooseConnection } from '../../src/cluster/settings/choose-connection.ts';
import type { ConnectionOptions } from '../../src/cluster/settings/connection-options.ts';
import type { ConnectionSettings } from '../../src/cluster/settings/connection-settings.ts';
import { mergeKubeconfigs } from '../../src/cluster/settings/kubeconfig-merge.ts';
import { parseKubeconfig } from '../../src/cluster/settings/parse-kubeconfig.ts';
import type { ServiceAccount } from '../../src/cluster/settings/service-account.ts';

/** The path of the kubeconfig that `someSettings` reads. */
export const KUBECONFIG_FILE = '/home/me/.kube/config';
/** The fields of a cluster that has an address and nothing else. */
export const SERVER = { server: 'https://k.example' };

/** What `chooseConnection` makes of one kubeconfig, or of none. */
export async function someSettings(
  config: object | undefined,
  options: ConnectionOptions = {},
  serviceAccount?: ServiceAccount,
): Promise<ConnectionSettings> {
  const files = config === undefined ? [] : [await parseKubeconfig(JSON.stringify(config), KUBECONFIG_FILE)];
  const kubeconfig = mergeKubeconfigs(files, [KUBECONFIG_FILE]);
  return chooseConnection({ kubeconfig, serviceAccount, options, workingDirectory: '/home/somebody' });
}
