import type { Initialization } from './initialization.ts';
import type { PodSummary, StatusSummary } from './read-pod.ts';

/** The READY column as numbers. */
export interface Readiness {
  readonly ready: number;
  /** App containers and sidecars. */
  readonly total: number;
}

/** Whether an app container counts as ready: its `ready` flag is set, and it runs. */
export function isReadyApp({ isReady, state }: StatusSummary): boolean {
  return isReady && state.kind === 'running';
}

// The walk of the init containers passes over a sidecar that exited with 0, but that sidecar is not ready.
function isReadySidecar({ isSidecar, isStarted, isReady, state }: StatusSummary): boolean {
  const isDone = state.kind === 'terminated' && state.exitCode === 0;
  return isSidecar && isStarted && isReady && !isDone;
}

/** Counts ready containers. As on the server, sidecars after the init container that blocks do not count. */
export function countReady(pod: PodSummary, { visited, showsApps }: Initialization): Readiness {
  const apps = showsApps ? pod.apps.filter(isReadyApp).length : 0;
  return { ready: visited.filter(isReadySidecar).length + apps, total: pod.appCount + pod.sidecarCount };
}
