import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { getNode } from '../../cluster/api/nodes.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';

/**
 * Adds the platform of the node to an `image-platform` failure. Returns any other error unchanged, and so if the user
 * may not read the node. Throws the reason of `signal`.
 */
export async function namePlatform(
  cluster: Cluster,
  { error, node }: { readonly error: unknown; readonly node: string | undefined },
  signal: AbortSignal,
): Promise<unknown> {
  if (!isCliError(error) || error.kind !== 'image-platform' || node === undefined) return error;
  const platform = await readPlatform(cluster, node, signal);
  if (platform === undefined) return error;
  const example = platform.startsWith('windows/')
    ? 'mcr.microsoft.com/windows/nanoserver:ltsc2022'
    : 'busybox';
  const hint = `node ${node} is ${platform}: use an image that is built for that, or for many platforms, for example --image=${example}`;
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
