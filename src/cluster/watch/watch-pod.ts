import type { Io } from '../../io.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { Cluster } from '../cluster.ts';
import { POD } from '../objects/object-shapes.ts';
import { podListPath } from '../api/pods.ts';
import { watchObjects } from './watch.ts';
import type { WatchEvent } from './watch-memory.ts';

interface PodWatchRequest {
  readonly ref: PodRef;
  /** Version of the pod that the caller has; without it the current pod comes first. */
  readonly resourceVersion?: string | undefined;
  readonly signal: AbortSignal;
}

/** Watches a pod by name, including a new pod of the same name: compare uids. Throws as `watchObjects`. */
export function watchPod(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  { ref, resourceVersion, signal }: PodWatchRequest,
): AsyncGenerator<WatchEvent<Pod>, void> {
  return watchObjects<Pod>(io, cluster, {
    path: podListPath(ref.namespace),
    shape: POD,
    selection: { fieldSelector: `metadata.name=${ref.name}` },
    resourceVersion,
    known: resourceVersion === undefined ? [] : [{ metadata: { ...ref, resourceVersion } }],
    signal,
  });
}
