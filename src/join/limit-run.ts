import { Interrupted } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';
import { findContainerState } from '../pod/containers/container-state.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { Ending } from '../session/scripts/end-process.ts';
import type { PodState, PodWatch } from '../cluster/watch/pod-watch.ts';

/** How long a session may run, and how its command is ended then. */
export interface RunLimit {
  readonly io: Io;
  /** Milliseconds; undefined for no limit. */
  readonly timeoutMs: number | undefined;
  /** Resolves once the command runs, when its time begins. */
  readonly started: (signal: AbortSignal) => Promise<void>;
  readonly end: () => Promise<Ending>;
}

/** What came of a session with a limit. */
export type LimitedRun<T> =
  { readonly kind: 'in-time'; readonly result: T } | { readonly kind: 'too-long'; readonly ending: Ending };

/**
 * Runs a session for a limited time. When the time is up, it ends the remote command while the session still shows its last
 * output, and leaves the session if the command cannot be ended. Throws as the session.
 */
export async function limitRun<T>(
  { io, timeoutMs, started, end }: RunLimit,
  session: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<LimitedRun<T>> {
  if (timeoutMs === undefined) return { kind: 'in-time', result: await session(signal) };
  const leaving = new AbortController();
  const over = new AbortController();
  const running = session(AbortSignal.any([signal, leaving.signal]));
  const scope = AbortSignal.any([signal, over.signal]);
  const late = new Promise<'late'>((resolve) => {
    started(scope)
      .then(() => io.sleep(timeoutMs, scope))
      .then(
        () => resolve('late'),
        () => undefined, // the session is over, or we are leaving
      );
  });
  try {
    const first = await Promise.race([running.then((result) => ({ result })), late]);
    if (first !== 'late') return { kind: 'in-time', result: first.result };
    const ending = await end();
    if (ending.kind === 'not-ended') leaving.abort(new Interrupted('SIGTERM'));
    await running;
    return { kind: 'too-long', ending };
  } finally {
    over.abort();
  }
}

/** Whether the pod says that a container runs. */
export function isRunning(latest: PodState, { container }: ContainerRef): boolean {
  return latest.kind === 'present' && findContainerState(latest.pod, container).kind === 'running';
}

/** Waits until the pod says that a container runs, or has ended. Throws when the watch fails, or the signal's reason. */
export async function untilRunning(
  watch: PodWatch,
  { container }: ContainerRef,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const latest = watch.latest();
    if (latest.kind === 'gone') return;
    const { kind } = findContainerState(latest.pod, container);
    if (kind === 'running' || kind === 'terminated') return;
    await watch.changed();
  }
}
