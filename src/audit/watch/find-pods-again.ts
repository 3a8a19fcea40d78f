import type { Cluster } from '../../cluster/cluster.ts';
import { listSelectedPods } from '../../target/workloads/select-pods.ts';
import type { InterruptedRun } from '../journal/interrupted-run.ts';
import { makeKnownPods, type KnownPods } from './known-pods.ts';
import type { WatchedPlace } from './shared-watch.ts';

/** Lists the pods of an interrupted audit again, without those that are gone. */
export async function findPodsAgain(
  cluster: Cluster,
  { head, items }: Pick<InterruptedRun, 'head' | 'items'>,
  signal: AbortSignal,
): Promise<{ readonly known: KnownPods; readonly places: readonly WatchedPlace[] }> {
  const known = makeKnownPods();
  const places: WatchedPlace[] = [];
  const wanted = new Set(items.map(({ uid }) => uid));
  for (const namespace of head.namespaces ?? [undefined]) {
    let first: string | undefined;
    const request = { namespace, includes: () => true };
    for await (const page of listSelectedPods(cluster, request, signal)) {
      first ??= page.resourceVersion;
      for (const pod of page.items) if (wanted.has(pod.metadata.uid ?? '')) known.keep(pod);
    }
    places.push({ namespace, resourceVersion: first });
  }
  return { known, places };
}
