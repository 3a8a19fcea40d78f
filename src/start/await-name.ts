import { isApiError } from '../cluster/refusals/api-error.ts';
import { changedOrLater } from '../cluster/watch/changed-or-later.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { explainApiError } from '../cluster/refusals/explain-api-error.ts';
import { getPod } from '../cluster/api/pods.ts';
import { CliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import type { Io } from '../io.ts';
import { debugPodKind, runningDebugContainers } from '../pod/containers/debug-containers.ts';
import { humanDuration } from '../pod/columns/human-duration.ts';
import { describePod, podRef } from '../pod/pod-ref.ts';
import { parseTime } from '../pod/timestamp.ts';
import type { Pod, PodRef } from '../pod/types.ts';
import { openPodWatch } from '../cluster/watch/pod-watch.ts';

/** What came of a name that was taken: it is free now, or its pod stays, and what to type instead where that is known. */
export type NameState =
  { readonly kind: 'free' } | { readonly kind: 'taken'; readonly hint: string | undefined };

export interface NameWait {
  /** How long to wait for a pod that is being deleted, in milliseconds. */
  readonly timeoutMs: number;
  /** Told once, after a second, what is waited for. */
  readonly note: (text: string) => void;
}

/** A shorter wait needs no words. */
const SAY_AFTER_MS = 1000;

/**
 * Waits until the pod of this name is gone, where it is being deleted; one that is not stays. Throws `timeout`, with what
 * keeps it, and the reason of `signal` when that is aborted.
 */
export async function awaitName(
  io: Io,
  cluster: Cluster,
  { ref, wait, signal }: { readonly ref: PodRef; readonly wait: NameWait; readonly signal: AbortSignal },
): Promise<NameState> {
  const pod = await readHolder(cluster, ref, signal);
  if (pod === undefined) return { kind: 'free' };
  if (pod === 'unknown') return { kind: 'taken', hint: undefined };
  if (pod.metadata.deletionTimestamp === undefined) return { kind: 'taken', hint: hintAtHolder(pod) };
  await untilGone(io, cluster, { pod, wait, signal });
  return { kind: 'free' };
}

/** undefined for none any more; `unknown` where it may not be read. */
async function readHolder(
  cluster: Cluster,
  ref: PodRef,
  signal: AbortSignal,
): Promise<Pod | 'unknown' | undefined> {
  try {
    return await getPod(cluster, ref, signal);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === 404) return undefined;
    if (error.code === 403) return 'unknown';
    throw explainApiError(error, { action: `read pod ${ref.namespace}/${ref.name}` });
  }
}

function hintAtHolder(pod: Pod): string {
  const { namespace, name } = podRef(pod);
  const other = commandText`choose another name, as --copy-to=${`${name}-2`}`;
  const kind = debugPodKind(pod);
  if (kind === undefined) return other;
  const stop = `to end that ${kind} first: ${commandText`kubectl-debug stop ${name} -n ${namespace}`}`;
  const ways = [stop, `or ${other}`];
  if (runningDebugContainers(pod).length > 0)
    ways.unshift(commandText`back into it: kubectl-debug attach ${name} -n ${namespace}`);
  return ways.join('; ');
}

interface Leaving {
  readonly pod: Pod;
  readonly wait: NameWait;
  readonly signal: AbortSignal;
}

async function untilGone(io: Io, cluster: Cluster, { pod, wait, signal }: Leaving): Promise<void> {
  const deadlineMs = io.now().getTime() + wait.timeoutMs;
  const watch = openPodWatch(io, cluster, pod);
  const over = new AbortController();
  io.sleep(SAY_AFTER_MS, AbortSignal.any([signal, over.signal])).then(
    () => wait.note(`waiting until pod ${describePod(pod)} is gone: ${describeLeaving(pod, io.now())}`),
    () => undefined, // it is gone, or nobody waits any more
  );
  try {
    for (;;) {
      signal.throwIfAborted();
      const sight = watch.latest();
      if (sight.kind === 'gone') return;
      const outage = watch.outage();
      if (outage !== undefined) throw outage;
      const pauseMs = deadlineMs - io.now().getTime();
      if (pauseMs <= 0) throw stillThere(sight.pod, { timeoutMs: wait.timeoutMs, now: io.now() });
      await changedOrLater(io, { changes: [watch.changed()], pauseMs }, signal);
    }
  } finally {
    over.abort();
    watch.close();
  }
}

/** What the containers of a terminating pod have left; undefined when it is over. */
function timeLeft({ metadata }: Pod, now: Date): string | undefined {
  const leftMs = (parseTime(metadata.deletionTimestamp)?.getTime() ?? 0) - now.getTime();
  return leftMs > 0 ? humanDuration(leftMs) : undefined;
}

function describeLeaving(pod: Pod, now: Date): string {
  const left = timeLeft(pod, now);
  const { finalizers = [] } = pod.metadata;
  return [
    left === undefined
      ? 'it is being deleted, and its time to end is over'
      : `it is being deleted, and has ${left} at most to end`,
    ...(finalizers.length === 0 ? [] : [`finalizers hold it: ${finalizers.join(', ')}`]),
  ].join('; ');
}

function stillThere(
  pod: Pod,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: Date },
): CliError {
  const message = `cannot create pod ${describePod(pod)}: an earlier one of that name was not gone within ${Math.round(timeoutMs / 1000)} s (${describeLeaving(pod, now)})`;
  return new CliError('timeout', message, { hint: hintAtLeaving(pod, now) });
}

function hintAtLeaving(pod: Pod, now: Date): string {
  const { namespace, name } = podRef(pod);
  if ((pod.metadata.finalizers ?? []).length > 0)
    return commandText`what holds it: kubectl-debug pods ${name} -n ${namespace} --explain; or choose another name`;
  return timeLeft(pod, now) === undefined
    ? commandText`whether its node is ready: kubectl get nodes; without waiting for it: kubectl delete pod ${name} -n ${namespace} --force`
    : commandText`wait longer with --timeout=10m; or end it sooner: kubectl delete pod ${name} -n ${namespace} --grace-period=1`;
}
