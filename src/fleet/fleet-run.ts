/** A run of `audit --in-cluster`: its id, and the namespace of its Job. */
export interface FleetRun {
  readonly runId: string;
  readonly namespace: string;
}

/** The label that says what a ConfigMap of a run holds: a `FleetPart`. */
export const PART_LABEL = 'kubectl-debug/part';
/** The label of a ConfigMap with the lines of one worker. Its value is the index of the worker, from 0. */
export const WORKER_LABEL = 'kubectl-debug/worker';

/**
 * What a ConfigMap of a run holds: `plan`, the lines of the journal that a worker begins with; `lines`, those that it has
 * written since; `counts`, how far each worker is, and whether the run is to stop.
 */
export type FleetPart = 'plan' | 'lines' | 'counts';

/** The name of the Job of a run, of its ServiceAccount, and of the roles and bindings of that. */
export function fleetName(runId: string): string {
  return `audit-${runId}`;
}
