import { findContainerState, ON_ITS_WAY } from '../pod/containers/container-state.ts';
import { isSameKeeper, keeperCommand, readMaxLife } from '../pod/containers/keeper.ts';
import type { EphemeralContainer, Pod } from '../pod/types.ts';
import type { DebugRequest } from './request/debug-request.ts';

/** A command in a keeper ends with the keeper, so one that is about to end is not reused. In milliseconds. */
const LEAST_LIFE_MS = 60_000;

/** The request for a keeper instead of the request's own command. A keeper needs no stdin and no terminal. */
export function requestKeeper<T extends DebugRequest>(request: T, maxLifeMs: number): T {
  const command = keeperCommand(maxLifeMs);
  const kept = { stdin: false, tty: false, argumentsOnly: false, envelope: undefined, command };
  return { ...request, ...kept, ...(request.rootfs !== undefined && { keptFor: request.command }) };
}

/**
 * The keeper in the pod that can replace the planned one and runs or is starting; of several, the one that lives
 * longest. undefined when no such keeper has a minute left.
 */
export function findKeeper(pod: Pod, planned: EphemeralContainer, now: Date): EphemeralContainer | undefined {
  const keepers = (pod.spec.ephemeralContainers ?? [])
    .filter((container) => isSameKeeper(container, planned))
    .map((container) => ({ container, leftMs: leftMsOf(pod, container, now) }))
    .filter(({ leftMs }) => leftMs >= LEAST_LIFE_MS);
  return keepers.toSorted((a, b) => b.leftMs - a.leftMs)[0]?.container;
}

/** How long a keeper of the pod goes on, in milliseconds. 0 for one that has ended, and for a container that is no keeper. */
export function leftMsOf(pod: Pod, container: EphemeralContainer, now: Date): number {
  const maxLifeMs = readMaxLife(container);
  if (maxLifeMs === undefined) return 0;
  const state = findContainerState(pod, container.name);
  switch (state.kind) {
    case 'running':
      return (state.startedAt ?? now).getTime() + maxLifeMs - now.getTime();
    case 'absent':
      return maxLifeMs;
    // The status lags up to a second.
    case 'waiting':
      return ON_ITS_WAY.includes(state.reason) ? maxLifeMs : 0;
    case 'terminated':
      return 0;
  }
}
