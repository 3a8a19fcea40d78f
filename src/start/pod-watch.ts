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
  /**
   * Reads the pod and watches on from there: after an outage nobody knows whether the watch still hears anything, or
   * it has failed for good. Throws what the reading throws; a pod that is gone is a sight.
   */
  readonly renew: (signal: AbortSignal) => Promise<PodSight>;
  readonly close: () => void;
}

/** How often the pod is read where the user may not watch it, in milliseconds. */
const POLL_MS = 1000;

/**
 * Watches the pod from the state `first`. Where watching is forbidden the pod is read once a second instead. The
 * caller closes it.
 */
export function openPodWatch(io: Io, cluster: Cluster, first: Pod): PodWatch {
  const change = makeChange();
  let sight: PodSight = { kind: 'present', pod: first };
  let current = new AbortController();
  const see = (next: PodSight): void => {
    sight = next;
    change.tell();
  };
  const start = (from: Pod): void => {
    const { signal } = (current = new AbortController());
    follow({ io, cluster, first: from, see }, signal).catch((error: unknown) => {
      if (!signal.aborted) change.fail(error);
    });
  };
  start(first);
  return {
    latest: () => sight,
    changed: change.next,
    renew: async (signal) => {
      const pod = sight.kind === 'gone' ? undefined : await readSame(cluster, first, signal);
      current.abort();
      see(pod === undefined ? { kind: 'gone' } : { kind: 'present', pod });
      if (pod !== undefined) start(pod);
      return sight;
    },
    close: () => current.abort(),
  };
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
    const pod = await readSame(cluster, first, signal);
    if (pod === undefined) {
      see({ kind: 'gone' });
      return;
    }
    if (pod.metadata.resourceVersion === seen) continue;
    seen = pod.metadata.resourceVersion;
    see({ kind: 'present', pod });
  }
}

/** The pod as it is now; undefined when it is gone, or another one has its name. */
async function readSame(cluster: Cluster, first: Pod, signal: AbortSignal): Promise<Pod | undefined> {
  const pod = await getPod(cluster, refOf(first), signal).catch((error: unknown) => {
    if (isApiError(error) && error.code === 404) return undefined;
    throw error;
  });
  return pod?.metadata.uid === first.metadata.uid ? pod : undefined;
}

function refOf(pod: Pod): PodRef {
  return { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' };
}
