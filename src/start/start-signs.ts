import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { Pod } from '../pod/types.ts';
import { followContainerEvents, type ContainerEvents } from './container-events.ts';
import { openPodWatch, type PodWatch } from './pod-watch.ts';

/** All that tells how a container comes up: the status of its pod, and the node's events about it. */
export interface StartSigns {
  readonly watch: PodWatch;
  readonly events: ContainerEvents;
  /** In milliseconds of `Io.now`. */
  readonly openedAtMs: number;
  readonly close: () => void;
}

/**
 * Opens both watches. The container need not be in the pod yet: who is about to add it to `pod` opens them meanwhile.
 * The caller closes them.
 */
export function openStartSigns(
  io: Io,
  cluster: Cluster,
  { pod, containerName }: { readonly pod: Pod; readonly containerName: string },
): StartSigns {
  const watch = openPodWatch(io, cluster, pod);
  const container = { ...podRef(pod), container: containerName };
  const podUid = pod.metadata.uid ?? '';
  const events = followContainerEvents(io, cluster, { container, podUid });
  return {
    watch,
    events,
    openedAtMs: io.now().getTime(),
    close: () => {
      events.close();
      watch.close();
    },
  };
}
