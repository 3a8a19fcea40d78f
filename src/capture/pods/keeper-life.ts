import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { readMaxLife } from '../../pod/containers/keeper.ts';
import type { Pod } from '../../pod/types.ts';

/** A node that sets its clock while a keeper runs may count a bit less. In milliseconds. */
const CLOCK_ERROR_MS = 1000;

/**
 * Whether a debug container has ended by itself, since the life that it was added for is over. Its exit code does not tell, as
 * a keeper takes SIGTERM for a wish to end in the same way.
 */
export function hasLivedItsLife(pod: Pod, name: string): boolean {
  const container = pod.spec.ephemeralContainers?.find((each) => each.name === name);
  const maxLifeMs = container === undefined ? undefined : readMaxLife(container);
  const { startedAt, finishedAt } = findContainerEnd(pod, name) ?? {};
  if (maxLifeMs === undefined || startedAt === undefined || finishedAt === undefined) return false;
  return finishedAt.getTime() - startedAt.getTime() >= maxLifeMs - CLOCK_ERROR_MS;
}
