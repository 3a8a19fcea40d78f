import type { Initialization } from './initialization.ts';
import type { PodSummary, StatusSummary } from './read-pod.ts';

/** The READY column as numbers. */
export interface Readiness {
  readonly ready: number;
  /** App containers and sidecars. */
  readonly total: number;
}

/** Whether an app container counts: the flag alone does not, it must run too. */
export function isReadyApp({ isReady, state }: StatusSummary): boolean {
  return isReady && state.kind === 'running';
}

// A sidecar that exited with 0 is passed over by the walk, but it is not ready.
function isReadySidecar({ isSidecar, isStarted, isReady, state }: StatusSummary): boolean {
  const isDone = state.kind === 'terminated' && state.exitCode === 0;
  return isSidecar && isStarted && isReady && !isDone;
}

/** Counts ready containers. Sidecars behind the init container that blocks are not counted, as on the server. */
export function countReady(pod: PodSummary, { visited, showsApps }: Initialization): Readiness {
  const apps = showsApps ? pod.apps.filter(isReadyApp).length : 0;
  return { ready: visited.filter(isReadySidecar).length + apps, total: pod.appCount + pod.sidecarCount };
}
