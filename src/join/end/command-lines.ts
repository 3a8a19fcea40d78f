import { commandText } from '../../errors/shell-word.ts';
import type { ContainerRef } from '../../pod/types.ts';

/** The command line that joins a debug container again. */
export function attachCommandLine({ namespace, name, container }: ContainerRef): string {
  return commandText`kubectl-debug attach ${name} -n ${namespace} -c ${container}`;
}

/** The command line that opens another shell in a container, for one that cannot be attached to. */
export function execCommandLine({ namespace, name, container }: ContainerRef): string {
  return commandText`kubectl exec -it ${name} -n ${namespace} -c ${container} -- sh`;
}
