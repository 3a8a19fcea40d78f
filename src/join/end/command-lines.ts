import { commandText } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** The command line that goes back into a debug container. */
export function attachCommandLine({ namespace, name, container }: ContainerRef): string {
  return commandText`kubectl-debug attach ${name} -n ${namespace} -c ${container}`;
}
export function execCommandLine({ namespace, name, container }: ContainerRef): string {
  return commandText`kubectl exec -it ${name} -n ${namespace} -c ${container} -- sh`;
}
