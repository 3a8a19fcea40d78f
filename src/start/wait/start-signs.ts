import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { followContainerEvents, type ContainerEvents } from './container-events.ts';
import { openPodWatch, type PodWatch } from '../../cluster/watch/pod-watch.ts';

/** All that tells how a container comes up: the status of its pod, and the node's events about it. */
export interface StartSigns {
  readonly watch: PodWatch;
  readonly events: ContainerEvents;
  /** Milliseconds that the answer took which the container was asked for with; 0 where that was not waited for here. */
  readonly answerMs: number;
  readonly close: () => void;
}

/** A container of a pod; it need not be in there yet. */
interface AwaitedContainer {
  readonly pod: Pod;
  readonly containerName: string;
}

/** Follows the events of a container: who is about to add it to a pod does so meanwhile. The caller closes them. */
export function openEvents(
  io: Io,
  cluster: Cluster,
  { pod, containerName }: AwaitedContainer,
): ContainerEvents {
  const container = { ...podRef(pod), container: containerName };
  return followContainerEvents(io, cluster, { container, podUid: pod.metadata.uid ?? '' });
}

/**
 * Watches the pod as well, from the version that has the container: servers forget those of pods that nothing has
 * changed for a while. The caller closes the signs, and with them the events.
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
