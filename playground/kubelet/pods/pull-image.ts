import type { ContainerLife } from '../containers/container-life.ts';
import { pause } from '../containers/pause.ts';
import { containerBehaviour, type PodRuntime } from './pod-runtime.ts';

/** Plays the pull of a container's image; resolves with whether it succeeded. */
export async function pullImage(
  { behaviour, events, ending }: PodRuntime,
  life: ContainerLife,
): Promise<boolean> {
  const { container } = life;
  const image = `"${container.spec.image ?? ''}"`;
  const { pullMs = 0, pullError } = containerBehaviour(behaviour, container);
  const isOnNode = life.wasCreated || (pullMs === 0 && pullError === undefined);
  if (isOnNode) {
    events.normal(container, 'Pulled', `Container image ${image} already present on machine`);
    return true;
  }
  events.normal(container, 'Pulling', `Pulling image ${image}`);
  await pause(pullMs, ending);
  if (pullError !== undefined) {
    life.wait('ErrImagePull', pullError);
    events.warning(container, 'Failed', `Failed to pull image ${image}: ${pullError}`);
    events.warning(container, 'Failed', 'Error: ErrImagePull');
    return false;
  }
  const took = `${pullMs}ms (${pullMs}ms including waiting)`;
  events.normal(container, 'Pulled', `Successfully pulled image ${image} in ${took}`);
  return true;
}

/**
 * Waits after a failed pull. A kubelet shows the error until it looks again; the playground looks in the middle of
 * the wait.
 */
export async function backOffPull(
  { events, ending }: PodRuntime,
  life: ContainerLife,
  waitMs: number,
): Promise<void> {
  const { container, status } = life;
  const error = status.actual.state?.waiting?.message ?? '';
  const image = `"${container.spec.image ?? ''}"`;
  await pause(waitMs / 2, ending);
  life.wait('ImagePullBackOff', `Back-off pulling image ${image}: ErrImagePull: ${error}`);
  events.normal(container, 'BackOff', `Back-off pulling image ${image}`);
  events.warning(container, 'Failed', 'Error: ImagePullBackOff');
  await pause(waitMs / 2, ending);
}
