import type { Cluster } from '../../cluster/cluster.ts';
import { getSamePod } from '../../cluster/api/pods.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { backoffMs } from '../../cluster/time/backoff.ts';
import { startDeadline } from '../../cluster/time/deadline.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Connected } from '../../join/connected.ts';
import type { Pod } from '../../pod/types.ts';
import type { Way } from '../way.ts';
import type { Following } from './follow-request.ts';
import type { PodsWatch } from './pods-watch.ts';

/** How long one read of the pod may take: a connection may be dead without anybody knowing. */
const STEP_MS = 10_000;
/** No longer pause between two tries: who waits for the network wants to go on. */
const LONGEST_PAUSE_MS = 5000;

interface Reopening extends Following {
  readonly pod: Pod;
  readonly watch: PodsWatch;
}

/**
 * Opens a way into a pod that may be gone, as often as needed while the server is away. Returns undefined if the pod is gone
 * or has finished. Throws what no retry can fix, such as a missing right.
 */
export async function reopenWay(reopening: Reopening, signal: AbortSignal): Promise<Way | undefined> {
  const { connected, watch, pod } = reopening;
  const { io } = connected;
  for (let failures = 0; ; failures += 1) {
    try {
      const way = await tryOnce(reopening, signal);
      // The watch may be as dead as the way was.
      if (failures > 0 || way === undefined) watch.renew();
      return way;
    } catch (error) {
      signal.throwIfAborted();
      if (!canPass(error)) throw explainApiError(error, { action: `forward to pod ${describePod(pod)}` });
      const pauseMs = Math.min(LONGEST_PAUSE_MS, backoffMs(failures, io.random));
      await changedOrLater(io, { changes: [watch.changed()], pauseMs }, signal);
    }
  }
}

/** Resolves once the server answers about a pod, with whether it was away. Throws the signal's reason. */
export async function whenReached(
  { io, cluster }: Connected,
  pod: Pod,
  signal: AbortSignal,
): Promise<boolean> {
  for (let failures = 0; ; failures += 1) {
    try {
      await readPod(cluster, pod, signal);
      return failures > 0;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) return false;
      await io.sleep(Math.min(LONGEST_PAUSE_MS, backoffMs(failures, io.random)), signal);
    }
  }
}

async function readPod(cluster: Cluster, pod: Pod, signal: AbortSignal): Promise<Pod | undefined> {
  const deadline = startDeadline(STEP_MS, {
    parent: signal,
    what: `the API server did not answer within ${STEP_MS / 1000} s`,
  });
  try {
    return await getSamePod(cluster, pod, deadline.signal);
  } finally {
    deadline.release();
  }
}

async function tryOnce(
  { connected, request, pod }: Reopening,
  signal: AbortSignal,
): Promise<Way | undefined> {
  const fresh = await readPod(connected.cluster, pod, signal);
  return fresh === undefined || hasFinished(fresh) ? undefined : request.openWay(fresh, signal);
}

/** Whether it makes sense to try again: what passes by itself, and a pod that is just ending, as the next look at it shows. */
export function canPass(error: unknown): boolean {
  if (isApiError(error) && (error.code === 404 || error.code === 400)) return true;
  const kinds = ['not-found', 'pod-terminating', 'pod-finished', 'pod-replaced', 'throttled', 'server-error'];
  return isPassing(error) || (isCliError(error) && kinds.includes(error.kind));
}
