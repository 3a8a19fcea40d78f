import type { Cluster } from '../../cluster/cluster.ts';
import { namesOfNamespaces } from '../../cluster/api/namespaces.ts';
import { CliError } from '../../errors/cli-error.ts';
import { nearNames, withSuggestion } from '../names/suggest-name.ts';

/** The `not-found` error for a namespace that does not exist, with similar names as its hint. */
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
