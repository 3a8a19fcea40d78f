import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { getPod } from '../../cluster/api/pods.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellNames } from '../../errors/shell-word.ts';
import type { Pod, PodRef } from '../../pod/types.ts';

/**
 * Reads the pod of this name. Throws `not-found` with the namespace, which the server's own answer leaves out, and
 * other errors as `explainApiError` explains them.
 */
export async function resolvePod(cluster: Cluster, ref: PodRef, signal: AbortSignal): Promise<Pod> {
  try {
    return await getPod(cluster, ref, signal);
  } catch (error) {
    if (isApiError(error) && error.code === 404) {
      throw new CliError('not-found', `no pod "${ref.name}" in namespace "${ref.namespace}"`, {
        hint: hintFor(ref),
        cause: error,
      });
    }
    throw explainApiError(error, { action: `read pod ${ref.namespace}/${ref.name}` });
  }
}

/** The file of a record that does not stand behind `=` is taken for a pod. */
function hintFor({ name, namespace }: PodRef): string {
  if (/\.(?:cast|jsonl)$/.test(name)) return `did you mean ${shellNames([`--record=${name}`])}?`;
  return commandText`kubectl-debug pods -n ${namespace} lists those that exist`;
}
