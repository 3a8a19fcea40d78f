import { findContainerState, ON_ITS_WAY } from '../pod/containers/container-state.ts';
import { isSameKeeper, keeperCommand, readMaxLife } from '../pod/containers/keeper.ts';
import type { EphemeralContainer, Pod } from '../pod/types.ts';
import type { DebugRequest } from './request/debug-request.ts';

/** A keeper that is about to end is not entered: what is started in it would end with it. In milliseconds. */
const LEAST_LIFE_MS = 60_000;

/** The request for the container in which commands are run by exec: its own streams are nothing to anybody. */
export function requestKeeper<T extends DebugRequest>(request: T, maxLifeMs: number): T {
  const command = keeperCommand(maxLifeMs);
  const kept = { stdin: false, tty: false, argumentsOnly: false, envelope: undefined, command };
  return { ...request, ...kept, ...(request.rootfs !== undefined && { keptFor: request.command }) };
}

/**
 * The keeper of the pod that does what the planned one would, and runs or is about to; of several the one that is kept longest.
 * undefined when there is none, or none with a minute left.
 */
export function findKeeper(pod: Pod, planned: EphemeralContainer, now: Date): EphemeralContainer | undefined {
  const keepers = (pod.spec.ephemeralContainers ?? [])
    .filter((container) => isSameKeeper(container, planned))
    .map((container) => ({ container, leftMs: leftMsOf(pod, container, now) }))
    .filter(({ leftMs }) => leftMs >= LEAST_LIFE_MS);
  return keepers.toSorted((a, b) => b.leftMs - a.leftMs)[0]?.container;
}

function leftMsOf(pod: Pod, container: EphemeralContainer, now: Date): number {
  const maxLifeMs = readMaxLife(container);
  if (maxLifeMs === undefined) return 0;
  const state = findContainerState(pod, container.name);
  switch (state.kind) {
    case 'running':
      return (state.startedAt ?? now).getTime() + maxLifeMs - now.getTime();
    case 'absent':
      return maxLifeMs;
    // The status lags a second behind.
    case 'waiting':
      return ON_ITS_WAY.includes(state.reason) ? maxLifeMs : 0;
    case 'terminated':
      return 0;
  }
}
