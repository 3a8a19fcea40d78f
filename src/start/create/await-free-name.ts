import { isApiError } from '../../cluster/refusals/api-error.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { getPod } from '../../cluster/api/pods.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { debugPodKind, runningDebugContainers } from '../../pod/containers/debug-containers.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import { parseTime } from '../../pod/timestamp.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { openPodWatch } from '../../cluster/watch/pod-watch.ts';

/** Whether a taken name is free now. If its pod stays, `hint` says what to type instead, if known. */
export type NameState =
  { readonly kind: 'free' } | { readonly kind: 'taken'; readonly hint: string | undefined };

interface NameWait {
  /** How long to wait until the old pod is gone, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives, once after a second, what the wait is for. */
  readonly note: (text: string) => void;
}

/** A shorter wait needs no note. */
const SAY_AFTER_MS = 1000;

/**
 * Waits until the pod of this name is gone if it is being deleted; does not wait for any other pod. Throws `timeout`
 * with what holds up the deletion, and the reason of `signal`.
 */
export async function awaitFreeName(
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

/** The pod that has the name; undefined if it is gone, `unknown` if the user may not read it. */
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
  const other = commandText`choose another name: --copy-to=${`${name}-2`}`;
  const kind = debugPodKind(pod);
  if (kind === undefined) return other;
  const stop = `to end that ${kind} first: ${commandText`kubectl-debug stop ${name} -n ${namespace}`}`;
  const hints = [stop, `or ${other}`];
  if (runningDebugContainers(pod).length > 0)
    hints.unshift(commandText`to join it: kubectl-debug attach ${name} -n ${namespace}`);
  return hints.join('; ');
}

interface Deletion {
  readonly pod: Pod;
  readonly wait: NameWait;
  readonly signal: AbortSignal;
}

async function untilGone(io: Io, cluster: Cluster, { pod, wait, signal }: Deletion): Promise<void> {
  const deadlineMs = io.now().getTime() + wait.timeoutMs;
  const watch = openPodWatch(io, cluster, pod);
  const over = new AbortController();
  io.sleep(SAY_AFTER_MS, AbortSignal.any([signal, over.signal])).then(
    () => wait.note(`waiting until pod ${describePod(pod)} is gone: ${describeDeletion(pod, io.now())}`),
    () => undefined, // the pod is gone, or the wait was aborted
  );
  try {
    for (;;) {
      signal.throwIfAborted();
      const latest = watch.latest();
      if (latest.kind === 'gone') return;
      const outage = watch.outage();
      if (outage !== undefined) throw outage;
      const pauseMs = deadlineMs - io.now().getTime();
      if (pauseMs <= 0) throw stillThere(latest.pod, { timeoutMs: wait.timeoutMs, now: io.now() });
      await changedOrLater(io, { changes: [watch.changed()], pauseMs }, signal);
    }
  } finally {
    over.abort();
    watch.close();
  }
}

/** What is left of the grace period of a terminating pod; undefined when it is over. */
function timeLeft({ metadata }: Pod, now: Date): string | undefined {
  const leftMs = (parseTime(metadata.deletionTimestamp)?.getTime() ?? 0) - now.getTime();
  return leftMs > 0 ? humanDuration(leftMs) : undefined;
}

function describeDeletion(pod: Pod, now: Date): string {
  const left = timeLeft(pod, now);
  const { finalizers = [] } = pod.metadata;
  return [
    left === undefined
      ? 'it is being deleted, and its grace period is over'
      : `it is being deleted, and has at most ${left} left`,
    ...(finalizers.length === 0 ? [] : [`finalizers hold it: ${finalizers.join(', ')}`]),
  ].join('; ');
}

function stillThere(
  pod: Pod,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: Date },
): CliError {
  const message = `cannot create pod ${describePod(pod)}: the earlier pod of that name was still there after ${Math.round(timeoutMs / 1000)} s (${describeDeletion(pod, now)})`;
  return new CliError('timeout', message, { hint: hintAtDeletion(pod, now) });
}

function hintAtDeletion(pod: Pod, now: Date): string {
  const { namespace, name } = podRef(pod);
  if ((pod.metadata.finalizers ?? []).length > 0)
    return commandText`to see what holds it: kubectl-debug pods ${name} -n ${namespace} --explain; or choose another name`;
  return timeLeft(pod, now) === undefined
    ? commandText`to see whether its node is ready: kubectl get nodes; to stop waiting for the node: kubectl delete pod ${name} -n ${namespace} --force`
    : commandText`wait longer with --timeout=10m; to end it sooner: kubectl delete pod ${name} -n ${namespace} --grace-period=1`;
}
