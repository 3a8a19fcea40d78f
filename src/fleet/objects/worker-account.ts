import { fleetName, type FleetRun } from '../fleet-run.ts';
import { fleetLabels, type FleetObject } from './fleet-object.ts';

/** A ServiceAccount. */
export interface WorkerAccount extends FleetObject {
  readonly kind: 'ServiceAccount';
  readonly imagePullSecrets?: readonly { readonly name: string }[];
}

/**
 * The ServiceAccount of a run. `pullSecrets` are those of the namespace's own account, so that the workers can pull what other
 * pods of the namespace can.
 */
export function workerAccount(run: FleetRun, pullSecrets: readonly string[]): WorkerAccount {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: fleetName(run.runId), namespace: run.namespace, labels: fleetLabels(run) },
    ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets.map((name) => ({ name })) }),
  };
}
