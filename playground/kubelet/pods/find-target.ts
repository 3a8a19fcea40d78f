import type { ContainerLife } from '../containers/container-life.ts';
import type { RoledContainer } from '../containers/container-role.ts';
import type { Target } from './pod-runtime.ts';

/**
 * Finds the process whose PID namespace an ephemeral container joins by its `targetContainerName` (KEP-277). For a
 * target that does not run, returns the reason and the message of a kubelet with containerd.
 */
export function findTarget(lives: ReadonlyMap<string, ContainerLife>, { spec }: RoledContainer): Target {
  const name = spec.targetContainerName;
  if (name === undefined || name === '') return { kind: 'found', pid: undefined };
  const target = lives.get(name);
  if (target?.wasCreated !== true) {
    const message = `unable to find target container ${name}`;
    return { kind: 'not-running', reason: 'CreateContainerConfigError', message };
  }
  if (target.running !== undefined) return { kind: 'found', pid: target.running.pid };
  const id = JSON.stringify(target.lastId.replace('containerd://', ''));
  const message =
    `failed to generate container ${JSON.stringify(spec.name)} spec: ` +
    `invalid target container: container ${id} is not running - in state CONTAINER_EXITED`;
  return { kind: 'not-running', reason: 'CreateContainerError', message };
}
