import { isSidecar, listContainers } from '../containers/containers.ts';
import { findContainerState, readContainerState } from '../containers/container-state.ts';
import { debugPodKind, listDebugContainers } from '../containers/debug-containers.ts';
import { readInitialization } from './initialization.ts';
import { countReady } from './readiness.ts';
import { readPod } from './read-pod.ts';
import type { ContainerStatus, Pod } from '../types.ts';

/** One wish about which pods are shown; those that the API has no selector for. */
export type PodFilter =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'restarted-since'; readonly milliseconds: number }
  | { readonly kind: 'with-sidecars' }
  /** Something in it is there for debugging, and runs unless ended ones count too. */
  | { readonly kind: 'debugged'; readonly includesEnded: boolean };

/** A pod that has succeeded is never ready again, and needs nobody's attention unless something keeps it from going. */
export function hasSucceeded({ metadata, status }: Pod): boolean {
  return status?.phase === 'Succeeded' && metadata.deletionTimestamp === undefined;
}

/** A finalizer holds the deletion of a pod up whether its containers run on or have ended. */
function isHeld({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0;
}

function isNotReady(pod: Pod): boolean {
  if (hasSucceeded(pod)) return false;
  if (isHeld(pod)) return true;
  const view = readPod(pod);
  const { ready, total } = countReady(view, readInitialization(view));
  return ready < total || !view.isReady;
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

function isDebugged(pod: Pod, includesEnded: boolean): boolean {
  const isForDebugging = debugPodKind(pod) !== undefined;
  const containers = isForDebugging ? listContainers(pod) : listDebugContainers(pod);
  return includesEnded
    ? containers.length > 0
    : containers.some(({ name }) => findContainerState(pod, name).kind === 'running');
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
      return isDebugged(pod, filter.includesEnded);
  }
}

/** Whether a pod is one of those that all filters ask for; `now` is what a time since is counted back from. */
export function matchesFilters(pod: Pod, filters: readonly PodFilter[], now: Date): boolean {
  return filters.every((filter) => isMatch(pod, filter, now));
}
