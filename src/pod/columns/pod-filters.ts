import { isSidecar, listContainers } from '../containers/containers.ts';
import { findContainerState, readContainerState } from '../containers/container-state.ts';
import { debugPodKind, listDebugContainers } from '../containers/debug-containers.ts';
import { readInitialization } from './initialization.ts';
import { countReady } from './readiness.ts';
import { readPod } from './read-pod.ts';
import type { ContainerStatus, Pod } from '../types.ts';

/** A condition on the pods to show that the API has no selector for. */
export type PodFilter =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'restarted-since'; readonly milliseconds: number }
  | { readonly kind: 'with-sidecars' }
  /** The pod has a debug container, or is a debug pod itself. Ended containers count only with `includesEnded`. */
  | { readonly kind: 'debugged'; readonly includesEnded: boolean };

/** Whether a pod has succeeded and is not being deleted. It is never ready again, and that is no problem. */
export function hasSucceeded({ metadata, status }: Pod): boolean {
  return status?.phase === 'Succeeded' && metadata.deletionTimestamp === undefined;
}

/** Whether finalizers hold up the deletion of a pod, whatever its containers do. */
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

/** The time of the last restart, or of the end before it: a container in back-off has only the latter. */
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

/** Whether a pod fits all filters. `restarted-since` counts back from `now`. */
export function matchesFilters(pod: Pod, filters: readonly PodFilter[], now: Date): boolean {
  return filters.every((filter) => isMatch(pod, filter, now));
}
