import { isSidecar } from '../containers/containers.ts';
import { readContainerState, type ContainerState } from '../containers/container-state.ts';
import { findCondition, isConditionTrue } from '../conditions.ts';
import { parseTime } from '../timestamp.ts';
import type { ContainerStatus, Pod } from '../types.ts';

/** The status of one container, with defaults for optional fields. */
export interface StatusSummary {
  readonly state: ContainerState;
  /** False for a status whose name the spec does not have. */
  readonly isSidecar: boolean;
  readonly isReady: boolean;
  readonly isStarted: boolean;
  readonly restartCount: number;
  /** The end of the run before the current one; undefined when there was none. */
  readonly lastEndedAt: Date | undefined;
}

/** The fields that READY, STATUS and RESTARTS are computed from, with defaults for optional ones. */
export interface PodSummary {
  /** Empty until the server sets it. */
  readonly phase: string;
  /** The reason of the whole pod, such as `Evicted` or `NodeLost`; empty without one. */
  readonly reason: string;
  readonly isInitialized: boolean;
  readonly isReady: boolean;
  /** Whether scheduling gates keep the scheduler from choosing a node. */
  readonly isGated: boolean;
  readonly isBeingDeleted: boolean;
  readonly createdAt: Date | undefined;
  readonly appCount: number;
  /** Init containers, sidecars included. */
  readonly initCount: number;
  readonly sidecarCount: number;
  /** In the order of the status, which may differ from that of the spec. */
  readonly inits: readonly StatusSummary[];
  readonly apps: readonly StatusSummary[];
}

function readStatus(status: ContainerStatus, sidecars: ReadonlySet<string>): StatusSummary {
  const lastState = readContainerState(status.lastState);
  return {
    state: readContainerState(status.state),
    isSidecar: sidecars.has(status.name),
    isReady: status.ready,
    isStarted: status.started ?? false,
    restartCount: status.restartCount,
    lastEndedAt: lastState.kind === 'terminated' ? lastState.finishedAt : undefined,
  };
}

/** Reads the fields of a pod that the columns need. */
export function readPod(pod: Pod): PodSummary {
  const { metadata, spec, status = {} } = pod;
  const { initContainers = [], containers } = spec;
  const { phase = '', reason = '' } = status;
  const sidecars = new Set(initContainers.filter(isSidecar).map(({ name }) => name));
  return {
    phase,
    reason,
    isInitialized: isConditionTrue(pod, 'Initialized'),
    isReady: isConditionTrue(pod, 'Ready'),
    isGated: findCondition(pod, 'PodScheduled')?.reason === 'SchedulingGated',
    isBeingDeleted: parseTime(metadata.deletionTimestamp) !== undefined,
    createdAt: parseTime(metadata.creationTimestamp),
    appCount: containers.length,
    initCount: initContainers.length,
    sidecarCount: sidecars.size,
    inits: (status.initContainerStatuses ?? []).map((each) => readStatus(each, sidecars)),
    apps: (status.containerStatuses ?? []).map((each) => readStatus(each, new Set())),
  };
}
