import { setMaxListeners } from 'node:events';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { POD } from '../../cluster/objects/object-shapes.ts';
import { getSamePod, listPods, podListPath } from '../../cluster/api/pods.ts';
import { isPassing, pauseMs } from '../../cluster/watch/watch-failure.ts';
import { watchObjects } from '../../cluster/watch/watch.ts';
import type { Io } from '../../io.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { makeChange, type ChangeSignal } from '../../cluster/watch/change-signal.ts';
import type { PodState, PodWatch } from '../../cluster/watch/pod-watch.ts';
import type { KnownPods } from './known-pods.ts';

/** A namespace, or all of them, to watch pods in. */
export interface WatchedPlace {
  /** undefined for all namespaces. */
  readonly namespace: string | undefined;
  /** The version of a list from before the pods were read, to watch from; undefined if the user may not list pods. */
  readonly resourceVersion: string | undefined;
}

/** One watch for all pods of a place, however many of them are audited at a time. */
export interface SharedWatch {
  /** The pod as last seen; undefined if it is gone. */
  readonly find: (uid: string) => Pod | undefined;
  /** Follows one pod from this state on. Closing the result does not close the shared watch. */
  readonly follow: (pod: Pod) => PodWatch;
  /** Takes a pod from the response to a change, unless `isKnown` says that the watch has seen the change. */
  readonly learn: (pod: Pod, isKnown: (seen: Pod) => boolean) => void;
  readonly close: () => void;
}

/** How often we read a pod if the user may not watch pods, in milliseconds. */
const POLL_MS = 1000;

interface Followed {
  latest: PodState;
  /** Several commands may run in one pod, and share this. */
  followers: number;
  readonly change: ChangeSignal;
  readonly first: Pod;
}

interface Sharing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly known: KnownPods;
  /** By uid. */
  readonly followed: Map<string, Followed>;
  /** By namespace, '' for all: the error of a watch that is down at present. */
  readonly outages: Map<string, Error>;
  /** By namespace, '' for all: why a watch has ended for good. */
  readonly failures: Map<string, unknown>;
}

/** Opens the watches of these places. They also update `known`, for the pods that no run follows yet. */
export function openSharedWatch(
  io: Io,
  cluster: Cluster,
  { places, known }: { readonly places: readonly WatchedPlace[]; readonly known: KnownPods },
): SharedWatch {
  const over = new AbortController();
  const { signal } = over;
  // Each place adds a listener, and there may be many.
  setMaxListeners(0, signal);
  const sharing: Sharing = {
    io,
    cluster,
    known,
    followed: new Map(),
    outages: new Map(),
    failures: new Map(),
  };
  for (const place of places)
    watchThroughOutages(sharing, place, signal).catch((error: unknown) => {
      if (signal.aborted) return;
      sharing.failures.set(place.namespace ?? '', error);
      for (const one of followedIn(sharing, place)) tell(sharing, one);
    });
  return {
    find: (uid) => {
      const latest = sharing.followed.get(uid)?.latest;
      if (latest === undefined) return known.read(uid);
      return latest.kind === 'present' ? latest.pod : undefined;
    },
    follow: (pod) => startFollowing(sharing, pod),
    learn: (pod, isKnown) => {
      const uid = pod.metadata.uid ?? '';
      const latest = sharing.followed.get(uid)?.latest;
      if (latest?.kind === 'present' && !isKnown(latest.pod)) see(sharing, uid, pod);
    },
    close: () => over.abort(),
  };
}

function see(sharing: Sharing, uid: string, pod: Pod | undefined): void {
  const { followed, known } = sharing;
  const one = followed.get(uid);
  if (one !== undefined) {
    one.latest = pod === undefined ? { kind: 'gone' } : { kind: 'present', pod };
    tell(sharing, one);
  } else if (known.has(uid)) {
    if (pod === undefined) known.forget(uid);
    else known.keep(pod);
  }
}

/** Tells the followers of a pod that there is news, or that there will be none any more. */
function tell({ failures }: Sharing, { change, first }: Followed): void {
  const ended = ['', podRef(first).namespace].find((key) => failures.has(key));
  if (ended === undefined) change.tell();
  else change.fail(failures.get(ended));
}

function startFollowing(sharing: Sharing, first: Pod): PodWatch {
  const { cluster, followed, outages } = sharing;
  const uid = first.metadata.uid ?? '';
  const one: Followed = followed.get(uid) ?? {
    latest: { kind: 'present', pod: first },
    followers: 0,
    change: makeChange(),
    first,
  };
  one.followers += 1;
  followed.set(uid, one);
  see(sharing, uid, first);
  return {
    latest: () => one.latest,
    changed: one.change.next,
    outage: () => outages.get('') ?? outages.get(podRef(first).namespace),
    renew: async (signal) => {
      see(sharing, uid, await getSamePod(cluster, first, signal));
      return one.latest;
    },
    close: () => {
      one.followers -= 1;
      if (one.followers > 0) return;
      followed.delete(uid);
      see(sharing, uid, one.latest.kind === 'present' ? one.latest.pod : undefined);
    },
  };
}

function followedIn({ followed }: Sharing, { namespace }: WatchedPlace): readonly Followed[] {
  return [...followed.values()].filter(
    ({ first }) => namespace === undefined || podRef(first).namespace === namespace,
  );
}

/** Watches a place, and waits out a broken network or an overloaded server. `outages` has the error meanwhile. */
async function watchThroughOutages(
  sharing: Sharing,
  place: WatchedPlace,
  signal: AbortSignal,
): Promise<void> {
  const { io, outages } = sharing;
  const key = place.namespace ?? '';
  for (let { resourceVersion } = place, failures = 1; ; failures += 1, resourceVersion = '') {
    try {
      if (outages.has(key)) await untilAnswered(sharing, place, signal);
      await watchPlace(sharing, { ...place, resourceVersion }, signal);
    } catch (error) {
      if (!isPassing(error)) throw error;
      outages.set(key, error instanceof Error ? error : new Error(String(error)));
      for (const { change } of followedIn(sharing, place)) change.tell();
      await io.sleep(pauseMs(error, failures, io.random), signal);
    }
  }
}

/** Lists one pod to see whether the server answers again: a watch shows that only with the next change. */
async function untilAnswered(
  { cluster, outages }: Sharing,
  { namespace }: WatchedPlace,
  signal: AbortSignal,
): Promise<void> {
  await listPods(cluster, { namespace, limit: 1 }, signal).next();
  outages.delete(namespace ?? '');
}

/** Watches from a version on; with an empty version, lists the pods first to see what changed meanwhile. */
async function watchPlace(sharing: Sharing, place: WatchedPlace, signal: AbortSignal): Promise<void> {
  const { io, cluster, known } = sharing;
  const { namespace, resourceVersion } = place;
  if (resourceVersion === undefined) return poll(sharing, place, signal);
  const isHere = ({ metadata }: { readonly metadata: { readonly namespace?: string } }): boolean =>
    namespace === undefined || metadata.namespace === namespace;
  const request = {
    path: podListPath(namespace),
    shape: POD,
    resourceVersion: resourceVersion === '' ? undefined : resourceVersion,
    known: known.briefs().filter(isHere),
    signal,
  };
  try {
    for await (const event of watchObjects<Pod>(io, cluster, request))
      see(sharing, event.object.metadata.uid ?? '', event.type === 'deleted' ? undefined : event.object);
  } catch (error) {
    if (!isApiError(error) || error.code !== 403) throw error;
    await poll(sharing, place, signal);
  }
}

async function poll(sharing: Sharing, place: WatchedPlace, signal: AbortSignal): Promise<void> {
  const { io, cluster, followed, outages } = sharing;
  for (;;) {
    await io.sleep(POLL_MS, signal);
    outages.delete(place.namespace ?? '');
    for (const { first, latest } of followedIn(sharing, place)) {
      const pod = await getSamePod(cluster, first, signal);
      const uid = first.metadata.uid ?? '';
      const isNews =
        latest.kind === 'present' && pod?.metadata.resourceVersion !== latest.pod.metadata.resourceVersion;
      if (isNews && followed.has(uid)) see(sharing, uid, pod);
    }
  }
}
