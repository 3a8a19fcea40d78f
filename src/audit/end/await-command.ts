import type { Io } from '../../io.ts';
import { findContainerEnd, type ContainerState } from '../../pod/containers/container-state.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import type { Pod } from '../../pod/types.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import type { PodWatch } from '../../cluster/watch/pod-watch.ts';

type Terminated = Extract<ContainerState, { kind: 'terminated' }>;

/** Why the wait for a command is over. */
export type AwaitedEnd =
  | { readonly kind: 'terminated'; readonly terminated: Terminated; readonly pod: Pod }
  | { readonly kind: 'too-long'; readonly pod: Pod }
  /** The pod was deleted, evicted or finished, and the command ended with it. */
  | { readonly kind: 'gone'; readonly why: string };

/** Exit codes of processes that SIGKILL or SIGTERM ended, as the kubelet sends them when a pod ends. */
const KILLED: readonly number[] = [137, 143];

/**
 * Waits until the status says that the debug container has ended. Throws the watch's error during an outage, and the
 * signal's reason when it is aborted.
 */
export async function awaitCommand(
  { io, watch }: { readonly io: Pick<Io, 'now' | 'sleep'>; readonly watch: PodWatch },
  { container, deadlineMs }: { readonly container: string; readonly deadlineMs: number },
  signal: AbortSignal,
): Promise<AwaitedEnd> {
  for (;;) {
    signal.throwIfAborted();
    const latest = watch.latest();
    if (latest.kind === 'gone') return { kind: 'gone', why: 'the pod was deleted' };
    const end = readEnd(latest.pod, container);
    if (end !== undefined) return end;
    const outage = watch.outage();
    if (outage !== undefined) throw outage;
    const leftMs = deadlineMs - io.now().getTime();
    if (leftMs <= 0) return { kind: 'too-long', pod: latest.pod };
    await changedOrLater(io, { changes: [watch.changed()], pauseMs: leftMs }, signal);
  }
}

function readEnd(pod: Pod, container: string): AwaitedEnd | undefined {
  const terminated = findContainerEnd(pod, container);
  const podEnd = findPodEnd(pod);
  if (terminated === undefined)
    return podEnd?.isFinal === true ? { kind: 'gone', why: podEnd.why } : undefined;
  const endedWithPod = podEnd !== undefined && KILLED.includes(terminated.exitCode);
  return endedWithPod ? { kind: 'gone', why: podEnd.why } : { kind: 'terminated', terminated, pod };
}

/** In a pod that is being deleted the command may still end by itself, so that is not final. */
function findPodEnd(pod: Pod): { readonly why: string; readonly isFinal: boolean } | undefined {
  const { metadata, status } = pod;
  if (hasFinished(pod)) {
    const { phase = '', reason = phase, message = '' } = status ?? {};
    return {
      why: `the pod has finished (${message === '' ? reason : `${reason}: ${message}`})`,
      isFinal: true,
    };
  }
  return metadata.deletionTimestamp === undefined
    ? undefined
    : { why: 'the pod is being deleted', isFinal: false };
}
