import { isSidecar, listContainers } from './containers.ts';
import { readContainerState } from './container-state.ts';
import { readInitialization } from './initialization.ts';
import { countReady } from './readiness.ts';
import { readPod } from './read-pod.ts';
import type { ContainerStatus, Pod } from './types.ts';

/** One wish about which pods are shown; those that the API has no selector for. */
export type PodFilter =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'restarted-since'; readonly milliseconds: number }
  | { readonly kind: 'with-sidecars' }
  | { readonly kind: 'debugged' };

/** A pod that has succeeded is never ready again, and needs nobody's attention. */
function isNotReady(pod: Pod): boolean {
  const view = readPod(pod);
  if (view.phase === 'Succeeded') return false;
  const { ready, total } = countReady(view, readInitialization(view));
  const isReady = view.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  return ready < total || !isReady;
}

/** The restart itself, or the end that it followed, which a container in back-off has alone. */
function lastRestart({ restartCount, state, lastState }: ContainerStatus): number {
  if (restartCount === 0) return -Infinity;
  const [current, last] = [readContainerState(state), readContainerState(lastState)];
  const startedAt = current.kind === 'running' ? current.startedAt : undefined;
  const endedAt = last.kind === 'terminated' ? last.finishedAt : undefined;
  return Math.max(startedAt?.getTime() ?? -Infinity, endedAt?.getTime() ?? -Infinity);
}

function hasRestartedSince(pod: Pod, since: number): boolean {
  return listContainers(pod).some(({ status }) => status !== undefined && lastRestart(status) >= since);
}

function isMatch(pod: Pod, filter: PodFilter, now: Date): boolean {
  switch (filter.kind) {
    case 'not-ready':
      return isNotReady(pod);
    case 'restarted-since':
      return hasRestartedSince(pod, now.getTime() - filter.milliseconds);
    case 'with-sidecars':
      return (pod.spec.initContainers ?? []).some(isSidecar);
    case 'debugged':
      return (pod.spec.ephemeralContainers ?? []).length > 0;
  }
}

/** Whether a pod is one of those that all filters ask for; `now` is what a time since is counted back from. */
export function matchesFilters(pod: Pod, filters: readonly PodFilter[], now: Date): boolean {
  return filters.every((filter) => isMatch(pod, filter, now));
}
