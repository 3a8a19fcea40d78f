import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { getNode } from '../../cluster/api/nodes.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';

/**
 * Adds to an `image-platform` failure which platform the node has; returns any other error, and one whose node may not
 * be read, as it is. Throws the reason of `signal` when that is aborted.
 */
export async function namePlatform(
  cluster: Cluster,
  { error, node }: { readonly error: unknown; readonly node: string | undefined },
  signal: AbortSignal,
): Promise<unknown> {
  if (!isCliError(error) || error.kind !== 'image-platform' || node === undefined) return error;
  const platform = await readPlatform(cluster, node, signal);
  if (platform === undefined) return error;
  const hint = `node ${node} is ${platform}: use an image that is built for that, or for many platforms, for example --image=busybox`;
  return new CliError(error.kind, error.message, { hint, cause: error });
}

async function readPlatform(
  cluster: Cluster,
  node: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { status } = await getNode(cluster, node, signal);
    const { architecture, operatingSystem = 'linux' } = status?.nodeInfo ?? {};
    return architecture === undefined ? undefined : `${operatingSystem}/${architecture}`;
  } catch (failure) {
    signal.throwIfAborted();
    if (isApiError(failure) || isCliError(failure)) return undefined; // most users may read no nodes
    throw failure;
  }
}
