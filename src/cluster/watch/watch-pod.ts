import type { Io } from '../../io.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { Cluster } from '../cluster.ts';
import { POD } from '../objects/object-shapes.ts';
import { podListPath } from '../api/pods.ts';
import { watchObjects } from './watch.ts';
import type { WatchEvent } from './watch-memory.ts';

export interface PodWatchRequest {
  readonly ref: PodRef;
  /** Of the pod as the caller knows it; without it the pod as it is comes first. */
  readonly resourceVersion?: string | undefined;
  readonly signal: AbortSignal;
}

/** Follows one pod by name, so also another one that takes its name: compare uids. Errors as `watchObjects`. */
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
