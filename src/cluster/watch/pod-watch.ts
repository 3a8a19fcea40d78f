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

/** The last known state of a pod. `gone`: deleted, or replaced by a pod of the same name. */
export type PodState = { readonly kind: 'present'; readonly pod: Pod } | { readonly kind: 'gone' };

/** A watch of one pod that all stages of a command share. */
export interface PodWatch {
  readonly latest: () => PodState;
  /**
   * Resolves at the next change; rejects once the watch has failed for good, as by a refusal. To miss no change,
   * call it before the next `await` after reading `latest`.
   */
  readonly changed: () => Promise<void>;
  /** The last error while the watch keeps failing; undefined while it works. Retries go on. */
  readonly outage: () => Error | undefined;
  /**
   * Reads the pod and restarts the watch from there. For use after an outage, when the watch may be dead. Throws
   * the errors of the request; a missing pod is `gone`.
   */
  readonly renew: (signal: AbortSignal) => Promise<PodState>;
  readonly close: () => void;
}

/** The pod as the watch has last seen it; undefined once it is gone. */
export function latestPod(watch: Pick<PodWatch, 'latest'>): Pod | undefined {
  const latest = watch.latest();
  return latest.kind === 'present' ? latest.pod : undefined;
}

/** Polling interval without the right to watch, in milliseconds. */
const POLL_MS = 1000;
/** Failures in a row before polling gives up, as for a watch. */
const MAX_FAILURES = 10;

/**
 * Watches a pod from the state `first`. Polls once a second if the user may not watch. Waits out a broken network
 * and an overloaded server. The caller closes it.
 */
export function openPodWatch(io: Io, cluster: Cluster, first: Pod): PodWatch {
  const change = makeChange();
  let state: PodState = { kind: 'present', pod: first };
  let outage: Error | undefined;
  let current = new AbortController();
  const setState = (next: PodState): void => {
    state = next;
    outage = undefined;
    change.tell();
  };
  const setOutage = (error: unknown): void => {
    outage = toError(error);
    change.tell();
  };
  const start = (from: Pod): void => {
    const { signal } = (current = new AbortController());
    followThroughOutages({ io, cluster, first: from, setState, setOutage }, signal).catch(
      (error: unknown) => {
        if (!signal.aborted) change.fail(error);
      },
    );
  };
  start(first);
  return {
    latest: () => state,
    changed: change.next,
    outage: () => outage,
    renew: async (signal) => {
      const pod = state.kind === 'gone' ? undefined : await getSamePod(cluster, first, signal);
      current.abort();
      setState(pod === undefined ? { kind: 'gone' } : { kind: 'present', pod });
      if (pod !== undefined) start(pod);
      return state;
    },
    close: () => current.abort(),
  };
}

interface Following {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly first: Pod;
  readonly setState: (state: PodState) => void;
  /** Called when the watch fails. */
  readonly setOutage: (error: unknown) => void;
}

/** Returns once the pod is gone. Throws errors that no retry can fix. */
async function followThroughOutages(following: Following, signal: AbortSignal): Promise<void> {
  const { io, cluster, setState, setOutage } = following;
  let { first: from } = following;
  for (let failures = 0; ;) {
    try {
      if (failures > 0) {
        const pod = await getSamePod(cluster, from, signal);
        setState(pod === undefined ? { kind: 'gone' } : { kind: 'present', pod });
        if (pod === undefined) return;
        from = pod;
        failures = 0;
      }
      await follow({ ...following, first: from }, signal);
      return;
    } catch (error) {
      failures += 1;
      const pause = pauseAfter(error, failures, io);
      setOutage(error);
      await io.sleep(pause, signal);
    }
  }
}

/** Milliseconds until the next try. Throws errors that no retry can fix. */
function pauseAfter(error: unknown, failures: number, { random }: Pick<Io, 'random'>): number {
  if (!isPassing(error)) throw error;
  return Math.max(POLL_MS, pauseMs(error, failures, random));
}

async function follow(following: Following, signal: AbortSignal): Promise<void> {
  const { io, cluster, first, setState } = following;
  const ref = podRef(first);
  const isOurs = (pod: Pod): boolean => pod.metadata.uid === first.metadata.uid;
  try {
    const resourceVersion = first.metadata.resourceVersion;
    for await (const event of watchPod(io, cluster, { ref, resourceVersion, signal })) {
      const isGone = event.type === 'deleted' || !isOurs(event.object);
      setState(isGone ? { kind: 'gone' } : { kind: 'present', pod: event.object });
      if (isGone) return;
    }
  } catch (error) {
    if (!isApiError(error) || error.code !== 403) throw error;
    await poll(following, signal);
  }
}

async function poll({ io, cluster, first, setState }: Following, signal: AbortSignal): Promise<void> {
  let seen = first.metadata.resourceVersion;
  let failures = 0;
  let pause = POLL_MS;
  for (;;) {
    await io.sleep(pause, signal);
    try {
      const pod = await getSamePod(cluster, first, signal);
      const isNew = pod?.metadata.resourceVersion !== seen;
      if (isNew) setState(pod === undefined ? { kind: 'gone' } : { kind: 'present', pod });
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
