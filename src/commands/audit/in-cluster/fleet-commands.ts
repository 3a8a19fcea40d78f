import { commandText } from '../../../errors/shell-word.ts';
import { fleetName, type FleetRun } from '../../../fleet/fleet-run.ts';

/** The command line that follows a run; with the folder of this machine for its outputs or files, if there is one. */
export function followCommand({ runId, namespace }: FleetRun, folder?: string): string {
  const follow = commandText`kubectl-debug audit --follow=${runId} -n ${namespace}`;
  return folder === undefined ? follow : follow + commandText` --output-dir=${folder}`;
}

/** The command line that ends a run, whatever its workers do. */
export function endCommand({ runId, namespace }: FleetRun): string {
  return commandText`kubectl delete job ${fleetName(runId)} -n ${namespace}`;
}

/** What somebody who leaves a run has to know. */
export function howToGoOn(run: FleetRun, folder: string | undefined): string {
  return `the audit goes on in the cluster; to follow it again: ${followCommand(run, folder)}; to end it: ${endCommand(run)}`;
}
