import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { followContainerEvents, type ContainerEvents } from './container-events.ts';
import { openPodWatch, type PodWatch } from '../../cluster/watch/pod-watch.ts';

/** The sources that tell how a container starts: the status of its pod, and the node's events. */
export interface StartSigns {
  readonly watch: PodWatch;
  readonly events: ContainerEvents;
  /** How long the server took to answer the request for the container, in milliseconds; 0 if unknown. */
  readonly answerMs: number;
  readonly close: () => void;
}

/** A container of a pod. The pod need not have it yet. */
interface AwaitedContainer {
  readonly pod: Pod;
  readonly containerName: string;
}

/** Follows the events of a container, also of one that is about to be added. The caller closes the result. */
export function openEvents(
  io: Io,
  cluster: Cluster,
  { pod, containerName }: AwaitedContainer,
): ContainerEvents {
  const container = { ...podRef(pod), container: containerName };
  return followContainerEvents(io, cluster, { container, podUid: pod.metadata.uid ?? '' });
}

/**
 * Also watches the pod, from its version with the container: servers forget old versions of a pod that nothing changes.
 * The caller closes the result, which closes the events.
 */
export function openStartSigns(
  io: Io,
  cluster: Cluster,
  { events, ...awaited }: AwaitedContainer & { readonly events: ContainerEvents | undefined },
): StartSigns {
  const watch = openPodWatch(io, cluster, awaited.pod);
  const followed = events ?? openEvents(io, cluster, awaited);
  return {
    watch,
    events: followed,
    answerMs: io.now().getTime() - followed.openedAtMs,
    close: () => {
      followed.close();
      watch.close();
    },
  };
}
