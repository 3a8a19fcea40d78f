import { isIP } from 'node:net';
import { commandText } from '../../../errors/shell-word.ts';
import type { PodRef } from '../../../pod/types.ts';
import type { ConnectReason } from '../../connect-error.ts';
import { listeningHint } from '../../listening-hint.ts';
import type { Destination } from '../../way.ts';

/** Whether connections to a host stay in the pod. */
function isOwn(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function lookUp(destination: Destination, { namespace, name }: PodRef): string | undefined {
  if (destination.kind === 'pod' || isIP(destination.host) !== 0) return undefined;
  return commandText`to see what DNS says: kubectl-debug ${name} -n ${namespace} --preset=dns -- ${destination.host}`;
}

function openPorts(destination: Destination, pod: PodRef): string | undefined {
  const isOfPod = destination.kind === 'pod' || isOwn(destination.host);
  return isOfPod ? listeningHint(pod) : lookUp(destination, pod);
}

function packets({ port }: Destination, { namespace, name }: PodRef): string {
  return commandText`to see its packets: kubectl-debug capture ${name} -n ${namespace} -- port ${String(port)}; a NetworkPolicy may forbid it: kubectl get networkpolicies -n ${namespace}`;
}

const HINTS: Readonly<Record<ConnectReason, (to: Destination, from: PodRef) => string | undefined>> = {
  refused: openPorts,
  'unknown-host': lookUp,
  timeout: packets,
  unreachable: packets,
  denied: packets,
  reset: () => undefined,
  other: () => undefined,
};

/** The next command after a connection that could not be opened from inside a pod; undefined if none helps. */
export function failureHint(reason: ConnectReason, to: Destination, from: PodRef): string | undefined {
  return HINTS[reason](to, from);
}
