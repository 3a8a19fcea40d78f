import { getNode, type Node } from '../../cluster/api/nodes.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { hintsAtWindows, isWindowsSpec, osOfLabels } from '../../pod/pod-os.ts';
import type { Pod } from '../../pod/types.ts';

/** What is known of the Windows that a pod or node runs. */
export interface Windows {
  /** Such as `20348`; undefined if unknown. */
  readonly build: string | undefined;
}

/** What a node says of its Windows; undefined for another system. */
export function windowsOfNode({ metadata, status }: Node): Windows | undefined {
  const { operatingSystem, kernelVersion = '' } = status?.nodeInfo ?? {};
  const os = osOfLabels(metadata.labels) ?? operatingSystem;
  if (os !== 'windows') return undefined;
  const version = metadata.labels?.['node.kubernetes.io/windows-build'] ?? kernelVersion;
  return { build: /^10\.0\.(\d+)/.exec(version)?.[1] };
}

/**
 * Whether a pod runs Windows, which undefined denies. Asks the node only if something in the pod hints at Windows, and for
 * the build. A node that the user may not read tells nothing.
 */
export async function findWindows(
  cluster: Cluster,
  pod: Pod,
  signal: AbortSignal,
): Promise<Windows | undefined> {
  const isSaid = isWindowsSpec(pod);
  if (!isSaid && !hintsAtWindows(pod)) return undefined;
  const unknown = isSaid ? { build: undefined } : undefined;
  const { nodeName } = pod.spec;
  if (nodeName === undefined) return unknown;
  try {
    return windowsOfNode(await getNode(cluster, nodeName, signal)) ?? unknown;
  } catch (error) {
    if (isApiError(error)) return unknown;
    throw error;
  }
}

/** The request with the operating system in it if the pod runs Windows, for the planning to refuse what needs Linux. */
export async function withWindows<Request extends { readonly os?: 'windows' }>(
  cluster: Cluster,
  { pod, request }: { readonly pod: Pod; readonly request: Request },
  signal: AbortSignal,
): Promise<Request> {
  return (await findWindows(cluster, pod, signal)) === undefined ? request : { ...request, os: 'windows' };
}
