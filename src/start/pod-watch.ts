import { isApiError } from '../cluster/api-error.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { getPod } from '../cluster/pods.ts';
import { watchPod } from '../cluster/watch-pod.ts';
import type { Io } from '../io.ts';
import type { Pod, PodRef } from '../pod/types.ts';
import { makeChange } from './change.ts';

/** What is known of a pod: as last seen, or that it is gone (deleted, or replaced by one of the same name). */
export type PodSight = { readonly kind: 'present'; readonly pod: Pod } | { readonly kind: 'gone' };

/** One watch of one pod, kept open for the whole command so that no stage has to ask again. */
export interface PodWatch {
  readonly latest: () => PodSight;
  /** Resolves at the next change; rejects when the watch failed for good. */
  readonly changed: () => Promise<void>;
  readonly close: () => void;
}

/** How often the pod is read where the user may not watch it, in milliseconds. */
const POLL_MS = 1000;

/**
 * Watches the pod from the state `first`. Where watching is forbidden the pod is read once a second instead. The
 * caller closes it.
 */
export function openPodWatch(io: Io, cluster: Cluster, first: Pod): PodWatch {
  const abort = new AbortController();
  const change = makeChange();
  let sight: PodSight = { kind: 'present', pod: first };
  const see = (next: PodSight): void => {
    sight = next;
    change.tell();
  };
  follow({ io, cluster, first, see }, abort.signal).catch((error: unknown) => change.fail(error));
  return { latest: () => sight, changed: change.next, close: () => abort.abort() };
}

interface Following {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly first: Pod;
  readonly see: (sight: PodSight) => void;
}

async function follow(following: Following, signal: AbortSignal): Promise<void> {
  const { io, cluster, first, see } = following;
  const ref = refOf(first);
  const isOurs = (pod: Pod): boolean => pod.metadata.uid === first.metadata.uid;
  try {
    const resourceVersion = first.metadata.resourceVersion;
    for await (const event of watchPod(io, cluster, { ref, resourceVersion, signal })) {
      const isGone = event.type === 'deleted' || !isOurs(event.object);
      see(isGone ? { kind: 'gone' } : { kind: 'present', pod: event.object });
      if (isGone) return;
    }
  } catch (error) {
    if (!isApiError(error) || error.code !== 403) throw error;
    await poll(following, signal);
  }
}

async function poll({ io, cluster, first, see }: Following, signal: AbortSignal): Promise<void> {
  let seen = first.metadata.resourceVersion;
  for (;;) {
    await io.sleep(POLL_MS, signal);
    const pod = await getPod(cluster, refOf(first), signal).catch((error: unknown) => {
      if (isApiError(error) && error.code === 404) return undefined;
      throw error;
    });
    if (pod === undefined || pod.metadata.uid !== first.metadata.uid) {
      see({ kind: 'gone' });
      return;
    }
    if (pod.metadata.resourceVersion === seen) continue;
    seen = pod.metadata.resourceVersion;
    see({ kind: 'present', pod });
  }
}

function refOf(pod: Pod): PodRef {
  return { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' };
}
