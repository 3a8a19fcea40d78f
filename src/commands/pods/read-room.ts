import { getNode } from '../../cluster/api/nodes.ts';
import { getPodMetrics } from '../../cluster/api/pod-metrics.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import type { Room } from '../../pod/explain/pod-clues.ts';
import { podRef } from '../../pod/pod-ref.ts';
import { memoryIn } from '../../pod/resources/memory.ts';
import type { Pod } from '../../pod/types.ts';
import type { Listing } from './pods-targets.ts';

const NODE_WITHIN_MS = 5000;

/**
 * Reads how much memory the node of a pod has, and how much the pod uses. Most users may not read nodes, and many clusters
 * measure nothing: what cannot be read is undefined.
 */
export async function readRoom(listing: Listing, pod: Pod): Promise<Room> {
  if (hasFinished(pod)) return { memoryCapacity: undefined, memoryUsed: undefined };
  const [memoryCapacity, memoryUsed] = await Promise.all([
    orUnknown(listing, () => readCapacity(listing, pod)),
    orUnknown(listing, () => readUsed(listing, pod)),
  ]);
  return { memoryCapacity, memoryUsed };
}

async function orUnknown(
  { signal }: Listing,
  read: () => Promise<bigint | undefined>,
): Promise<bigint | undefined> {
  try {
    return await read();
  } catch {
    // No right, no such API or no time: the sentences say less.
    signal.throwIfAborted();
    return undefined;
  }
}

async function readCapacity({ cluster, signal }: Listing, { spec }: Pod): Promise<bigint | undefined> {
  if (spec.nodeName === undefined || spec.nodeName === '') return undefined;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(NODE_WITHIN_MS)]);
  const { status } = await getNode(cluster, spec.nodeName, inTime);
  return memoryIn(status?.capacity);
}

async function readUsed({ cluster, signal }: Listing, pod: Pod): Promise<bigint | undefined> {
  const { containers = [] } = await getPodMetrics(cluster, podRef(pod), signal);
  const used = containers.flatMap(({ usage }) => memoryIn(usage) ?? []);
  return used.length === 0 ? undefined : used.reduce((sum, bytes) => sum + bytes, 0n);
}
