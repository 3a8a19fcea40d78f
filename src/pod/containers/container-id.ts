import type { Pod } from '../types.ts';
import { listContainers } from './containers.ts';

/**
 * The part of a container ID after the name of the runtime; undefined unless it is hexadecimal, as runtimes write it.
 */
export function readContainerId(containerID = ''): string | undefined {
  return /^[\w.-]+:\/\/([0-9a-f]{12,})$/.exec(containerID)?.[1];
}

/** The IDs of the running containers of the pod by name, without debug containers. */
export function runningContainerIds(pod: Pod): ReadonlyMap<string, string> {
  const found = listContainers(pod).flatMap(({ name, role, status }) => {
    const id =
      role === 'ephemeral' || status?.state?.running === undefined
        ? undefined
        : readContainerId(status.containerID);
    return id === undefined ? [] : [[name, id] as const];
  });
  return new Map(found);
}
