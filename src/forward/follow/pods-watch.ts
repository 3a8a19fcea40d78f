import { getPod, podListPath } from '../../cluster/api/pods.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPages, type Selection } from '../../cluster/list/list-pages.ts';
import { POD } from '../../cluster/objects/object-shapes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { makeChange } from '../../cluster/watch/change-signal.ts';
import { isPassing, pauseMs } from '../../cluster/watch/watch-failure.ts';
import { watchObjects } from '../../cluster/watch/watch.ts';
import type { Io } from '../../io.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { SourcePods } from './pod-source.ts';

/** A watch of all pods of a source. */
export interface PodsWatch {
  /** As last seen; the last state stays while the server is away. */
  readonly pods: () => readonly Pod[];
  /** Resolves at the next change; rejects once the watch has failed for good. */
  readonly changed: () => Promise<void>;
  /** Lists again at once: after an outage the watch may be dead, or wait before its next try. */
  readonly renew: () => void;
  readonly close: () => void;
}

/** How often pods are read without the right to watch them, in milliseconds. */
const POLL_MS = 1000;
/** No longer pause between two tries, in milliseconds. */
const LONGEST_PAUSE_MS = 5000;

interface Watching {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly selected: SourcePods;
}

/** The pods at one time; without a version they cannot be watched, only read again. */
interface Seen {
  readonly pods: readonly Pod[];
  readonly resourceVersion: string | undefined;
}

/**
 * Reads the pods of a source and watches them. Polls without the right to watch, and reads a named pod without the right to
 * list. Waits out a server that is away. Throws as `explainApiError` if the pods cannot be read at first. The caller closes it, or
 * aborts the signal.
 */
export async function openPodsWatch(
  io: Io,
  cluster: Cluster,
  { selected, signal }: { readonly selected: SourcePods; readonly signal: AbortSignal },
): Promise<PodsWatch> {
  const watching = { io, cluster, selected };
  const change = makeChange();
  const action = `list pods in namespace "${selected.namespace}"`;
  const first = await readPods(watching, signal).catch((error: unknown) => {
    throw explainApiError(error, { action });
  });
  let pods = first.pods;
  let current = new AbortController();
  const see = (next: readonly Pod[]): void => {
    pods = next;
    change.tell();
  };
  const start = (from: Seen | undefined): void => {
    current.abort();
    const over = (current = new AbortController());
    followThroughOutages({ ...watching, see, known: () => pods, from }, over.signal).catch(
      (error: unknown) => {
        if (!over.signal.aborted) change.fail(explainApiError(error, { action }));
      },
    );
  };
  start(first);
  signal.addEventListener('abort', () => current.abort(), { once: true });
  return {
    pods: () => pods,
    changed: change.next,
    renew: () => start(undefined),
    close: () => current.abort(),
  };
}

async function readPods({ cluster, selected }: Watching, signal: AbortSignal): Promise<Seen> {
  const { namespace, includes, pod } = selected;
  const selection = selectionOf(selected);
  try {
    const pods: Pod[] = [];
    let resourceVersion: string | undefined;
    const request = { path: podListPath(namespace), shape: POD, selection, signal };
    for await (const page of listPages<Pod>(cluster, request)) {
      resourceVersion ??= page.resourceVersion;
      pods.push(...page.items.filter(includes));
    }
    return { pods, resourceVersion };
  } catch (error) {
    if (pod === undefined || !isForbidden(error)) throw error;
    return { pods: await readOne(cluster, pod, signal), resourceVersion: undefined };
  }
}

async function readOne(cluster: Cluster, pod: PodRef, signal: AbortSignal): Promise<readonly Pod[]> {
  try {
    return [await getPod(cluster, pod, signal)];
  } catch (error) {
    if (isApiError(error) && error.code === 404) return [];
    throw error;
  }
}

function selectionOf({ labelSelector, fieldSelector }: SourcePods): Selection {
  return {
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  };
}

function isForbidden(error: unknown): boolean {
  return isApiError(error) && error.code === 403;
}

interface Following extends Watching {
  readonly see: (pods: readonly Pod[]) => void;
  readonly known: () => readonly Pod[];
  /** undefined to read the pods first. */
  readonly from: Seen | undefined;
}

/** Throws errors that no retry can fix. */
async function followThroughOutages(following: Following, signal: AbortSignal): Promise<never> {
  const { io, see } = following;
  let { from } = following;
  for (let failures = 0; ;) {
    try {
      if (from === undefined) {
        from = await readPods(following, signal);
        failures = 0;
        see(from.pods);
      }
      if (from.resourceVersion === undefined) await io.sleep(POLL_MS, signal);
      else await follow(following, from.resourceVersion, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      failures += 1;
      await io.sleep(Math.min(LONGEST_PAUSE_MS, pauseMs(error, failures, io.random)), signal);
    }
    from = undefined;
  }
}

async function follow(
  { io, cluster, selected, known, see }: Following,
  resourceVersion: string,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, includes } = selected;
  const request = {
    path: podListPath(namespace),
    shape: POD,
    selection: selectionOf(selected),
    resourceVersion,
    known: known(),
    signal,
  };
  try {
    for await (const { type, object } of watchObjects<Pod>(io, cluster, request)) {
      const others = known().filter(({ metadata }) => metadata.uid !== object.metadata.uid);
      see(type === 'deleted' || !includes(object) ? others : [...others, object]);
    }
  } catch (error) {
    if (!isForbidden(error)) throw error;
    await io.sleep(POLL_MS, signal);
  }
}
