import type { ContainerStatus, Pod, StateTerminated } from '../../../src/pod/types.ts';

/** The statuses of a pod's containers by kind, each list in the kubelet's order. */
export interface PodContainerStatuses {
  readonly init: readonly ContainerStatus[];
  readonly app: readonly ContainerStatus[];
  readonly ephemeral: readonly ContainerStatus[];
}

/** Whether the pod's spec makes this container a sidecar. */
export function isSidecar({ spec }: Pod, name: string): boolean {
  return spec.initContainers?.some((init) => init.name === name && init.restartPolicy === 'Always') === true;
}

/**
 * The phase as a kubelet computes it. An app container that waits after it has run counts as stopped, so a
 * crash loop is Running.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-phase
 */
export function podPhase(pod: Pod, { init, app }: PodContainerStatuses): string {
  const policy = pod.spec.restartPolicy ?? 'Always';
  const isHeldUp = init.some((status) => !isPassed(pod, status));
  if (policy === 'Never' && init.some((status) => !isSidecar(pod, status.name) && hasFailed(status)))
    return 'Failed';
  if (isHeldUp || app.some(neverRan)) return 'Pending';
  if (policy === 'Always' || [...app, ...init].some(isRunning)) return 'Running';
  return finalPhase(policy, app.some(hasFailed));
}

/** The phase once no container runs, with a policy that does not restart after success. */
function finalPhase(policy: string, hasFailure: boolean): string {
  if (!hasFailure) return 'Succeeded';
  return policy === 'Never' ? 'Failed' : 'Running';
}

/** Whether the kubelet may start what follows this init container. */
export function isPassed(pod: Pod, status: ContainerStatus): boolean {
  if (isSidecar(pod, status.name)) return status.started === true || endOf(status) !== undefined;
  return status.state?.terminated?.exitCode === 0;
}

function isRunning({ state }: ContainerStatus): boolean {
  return state?.running !== undefined;
}

function neverRan(status: ContainerStatus): boolean {
  return !isRunning(status) && endOf(status) === undefined;
}

function hasFailed(status: ContainerStatus): boolean {
  return !isRunning(status) && (endOf(status)?.exitCode ?? 0) !== 0;
}

function endOf({ state, lastState }: ContainerStatus): StateTerminated | undefined {
  return state?.terminated ?? lastState?.terminated;
}
