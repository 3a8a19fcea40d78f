import { commandText } from '../errors/shell-word.ts';
import type { PodRef } from '../pod/types.ts';

/** The command that shows on which ports the programs of a pod listen. */
export function listeningHint({ namespace, name }: PodRef): string {
  return commandText`to see which ports are open: kubectl-debug ${name} -n ${namespace} -- netstat -ltn`;
}
