import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { getNode, type Node } from '../../cluster/api/nodes.ts';
import { CliError } from '../../errors/cli-error.ts';

/** Reads the node of this name. Throws `not-found`, and other errors as `explainApiError` explains them. */
export async function resolveNode(cluster: Cluster, name: string, signal: AbortSignal): Promise<Node> {
  try {
    return await getNode(cluster, name, signal);
  } catch (error) {
    if (isApiError(error) && error.code === 404)
      throw new CliError('not-found', `no node "${name}"`, {
        hint: 'kubectl get nodes lists those that exist',
        cause: error,
      });
    throw explainApiError(error, { action: `read node ${name}`, namespace: cluster.namespace });
  }
}
