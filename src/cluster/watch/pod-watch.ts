import { toError } from '../../errors/error-text.ts';
import { isApiError } from '../refusals/api-error.ts';
import type { Cluster } from '../cluster.ts';
import { getSamePod } from '../api/pods.ts';
import { isPassing, pauseMs } from './watch-failure.ts';
import { watchPod } from './watch-pod.ts';
import type { Io } from '../../io.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { makeChange } from './change-signal.ts';

/** What is known of a pod: as last seen, or that it is gone (deleted, or replaced by one of the same name). */
export type PodSight = { readonly kind: 'present'; readonly pod: Pod } | { readonly kind: 'gone' };

/** One watch of one pod, kept open for the whole command so that no stage has to ask again. */
export interface PodWatch {
  readonly latest: () => PodSight;
  /**
   * Resolves at the next change; rejects once the server has given an answer that is final, as a refusal is. Who asks
   * for it before the next `await` after reading `latest` misses no change.
   */
  readonly changed: () => Promise<void>;
  /** Why nothing is heard at present though it was tried ten times in a row; it goes on to be tried. */
  readonly outage: () => Error | undefined;
  /**
   * Reads the pod and watches on from there: after an outage nobody knows whether the watch still hears anything, or
   * it has failed for good. Throws what the reading throws; a pod that is gone is a sight.
   */
  readonly renew: (signal: AbortSignal) => Promise<PodSight>;
  readonly close: () => void;
}

/** How often the pod is read where the user may not watch it, in milliseconds. */
const POLL_MS = 1000;
/** Failures in a row until somebody has to know, as for a watch. */
const MAX_FAILURES = 10;

/**
 * Watches the pod from the state `first`. Where watching is forbidden the pod is read once a second instead. What may
 * pass, a broken network or a server that is overloaded, is waited out. The caller closes it.
 */
export function openPodWatch(io: Io, cluster: Cluster, first: Pod): PodWatch {
  const change = makeChange();
  let sight: PodSight = { kind: 'present', pod: first };
  let outage: Error | undefined;
  let current = new AbortController();
  const see = (next: PodSight): void => {
    sight = next;
    outage = undefined;
    change.tell();
  };
  const suffer = (error: unknown): void => {
    outage = toError(error);
    change.tell();
  };
  const start = (from: Pod): void => {
    const { signal } = (current = new AbortController());
    followThroughOutages({ io, cluster, first: from, see, suffer }, signal).catch((error: unknown) => {
      if (!signal.aborted) change.fail(error);
    });
  };
  start(first);
  return {
    latest: () => sight,
    changed: change.next,
    outage: () => outage,
    renew: async (signal) => {
      const pod = sight.kind === 'gone' ? undefined : await getSamePod(cluster, first, signal);
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
  /** Told that nothing has been heard for long, and why. */
  readonly suffer: (error: unknown) => void;
}

/** Returns once the pod is gone; throws an answer that is final. */
async function followThroughOutages(following: Following, signal: AbortSignal): Promise<void> {
  const { io, cluster, see, suffer } = following;
  let { first: from } = following;
  for (let failures = 0; ;) {
    try {
      if (failures > 0) {
        const pod = await getSamePod(cluster, from, signal);
        see(pod === undefined ? { kind: 'gone' } : { kind: 'present', pod });
        if (pod === undefined) return;
        from = pod;
        failures = 0;
      }
      await follow({ ...following, first: from }, signal);
      return;
    } catch (error) {
      failures += 1;
      const pause = pauseAfter(error, failures, io);
      suffer(error);
      await io.sleep(pause, signal);
    }
  }
}

/** Milliseconds until the next try. Throws what no repetition mends. */
function pauseAfter(error: unknown, failures: number, { random }: Pick<Io, 'random'>): number {
  if (!isPassing(error)) throw error;
  return Math.max(POLL_MS, pauseMs(error, failures, random));
}

async function follow(following: Following, signal: AbortSignal): Promise<void> {
  const { io, cluster, first, see } = following;
  const ref = podRef(first);
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
  let failures = 0;
  let pause = POLL_MS;
  for (;;) {
    await io.sleep(pause, signal);
    try {
      const pod = await getSamePod(cluster, first, signal);
      const isNew = pod?.metadata.resourceVersion !== seen;
      if (isNew) see(pod === undefined ? { kind: 'gone' } : { kind: 'present', pod });
      if (pod === undefined) return;
      seen = pod.metadata.resourceVersion;
      failures = 0;
      pause = POLL_MS;
    } catch (error) {
      failures += 1;
      pause = pauseAfter(error, failures, io);
      if (failures === MAX_FAILURES) throw error;
    }
  }
}
