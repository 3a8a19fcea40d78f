import type { Cluster } from '../../cluster/cluster.ts';
import { namesOfNamespaces } from '../../cluster/api/namespaces.ts';
import { CliError } from '../../errors/cli-error.ts';
import { nearNames, withSuggestion } from '../names/suggest-name.ts';

/** The `not-found` for a namespace that the server does not have, with the names that may have been meant. */
export async function missingNamespace(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<CliError> {
  const error = new CliError('not-found', `there is no namespace "${namespace}"`, {
    hint: 'kubectl get namespaces lists those that exist',
  });
  return withSuggestion(error, nearNames(namespace, await namesOfNamespaces(cluster, signal)));
}
