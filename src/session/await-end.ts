import type { Io } from '../io.ts';
import { findContainerEnd, type ContainerState } from '../pod/containers/container-state.ts';
import { describeContainer } from '../pod/pod-ref.ts';
import type { ContainerRef } from '../pod/types.ts';
import { changedOrLater } from '../cluster/watch/changed-or-later.ts';
import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import type { Outcome } from './outcome.ts';

type Terminated = Extract<ContainerState, { kind: 'terminated' }>;

/** The state of a container after its stream has ended. */
export type ContainerEnd =
  | { readonly kind: 'terminated'; readonly terminated: Terminated }
  | { readonly kind: 'still-running' }
  | { readonly kind: 'pod-gone' };

/**
 * How long the status may lag behind the end of a process, in milliseconds: a kubelet writes it within one or two seconds,
 * seven at most were measured.
 */
export const STATUS_LAG_MS = 15_000;

/**
 * Waits until the status says that the container has ended. The end of its stream is no proof: a kubelet that is killed ends
 * its streams with Success while the container runs on. Throws the signal's reason when it is aborted.
 */
export async function awaitContainerEnd(
  { io, watch }: { readonly io: Io; readonly watch: PodWatch },
  container: ContainerRef & { readonly patienceMs: number },
  signal: AbortSignal,
): Promise<ContainerEnd> {
  const { patienceMs: atMostMs } = container;
  const what = `the node to report how ${describeContainer(container)} ended`;
  const wait = io.waits?.begin({ what, atMostMs });
  try {
    return await awaitEnd({ io, watch }, container, signal);
  } finally {
    wait?.end();
  }
}

async function awaitEnd(
  { io, watch }: { readonly io: Io; readonly watch: PodWatch },
  container: ContainerRef & { readonly patienceMs: number },
  signal: AbortSignal,
): Promise<ContainerEnd> {
  const deadlineMs = io.now().getTime() + container.patienceMs;
  for (;;) {
    const latest = watch.latest();
    if (latest.kind === 'gone') return { kind: 'pod-gone' };
    const terminated = findContainerEnd(latest.pod, container.container);
    if (terminated !== undefined) return { kind: 'terminated', terminated };
    const leftMs = deadlineMs - io.now().getTime();
    if (leftMs <= 0) return { kind: 'still-running' };
    await changedOrLater(io, { changes: [watch.changed()], pauseMs: leftMs }, signal);
  }
}

/** The outcome of a session by the state of its container. */
export function outcomeOfEnd(end: ContainerEnd, whenStillRunning: string): Outcome {
  switch (end.kind) {
    case 'still-running':
      return { kind: 'lost', reason: whenStillRunning };
    case 'pod-gone':
      return { kind: 'unknown', reason: 'the pod was deleted' };
    case 'terminated':
      return outcomeOfTerminated(end.terminated);
  }
}

/** The outcome of a terminated container; its exit code is 128+n if signal n ended the process. */
export function outcomeOfTerminated({ exitCode, signal, reason, message }: Terminated): Outcome {
  // The kubelet writes this, with an invented 137, if it has found no trace of the container.
  if (reason === 'ContainerStatusUnknown')
    return { kind: 'unknown', reason: 'the node lost track of the container' };
  return {
    kind: 'exited',
    exitCode: exitCode === 0 && signal > 0 ? 128 + signal : exitCode,
    reason,
    message,
  };
}

/** The outcome of a command whose exit code came with its stream or its records. */
export function outcomeOfExitCode(exitCode: number): Outcome {
  return { kind: 'exited', exitCode, reason: '', message: '' };
}
