import { SERVER_VERSION } from '../api/request/discovery.ts';
import { formatTime } from '../timestamps.ts';
import type { Namespace, Stores } from './objects.ts';

/** The node on which pods run that nobody placed elsewhere. */
export const NODE_NAME = 'playground';

/** The namespaces that every cluster begins with. */
export const FIRST_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** A new namespace as a server stores it, not stored yet. */
export function makeNamespace(name: string, now: Date): Namespace {
  return {
    metadata: {
      name,
      uid: crypto.randomUUID(),
      creationTimestamp: formatTime(now),
      labels: { 'kubernetes.io/metadata.name': name },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/** Stores the namespace unless it is there. */
export function ensureNamespace({ namespaces }: Stores, name: string, now: Date): void {
  if (namespaces.get(name) === undefined) namespaces.put(makeNamespace(name, now));
}

/** Stores a node, ready and reachable, unless it is there. */
export function ensureNode({ nodes }: Stores, name: string, now: Date): void {
  if (nodes.get(name) !== undefined) return;
  const time = formatTime(now);
  const condition = {
    lastHeartbeatTime: time,
    lastTransitionTime: time,
    reason: 'KubeletReady',
    message: '',
  };
  nodes.put({
    metadata: {
      name,
      uid: crypto.randomUUID(),
      creationTimestamp: time,
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' },
    },
    spec: {},
    status: {
      conditions: [{ type: 'Ready', status: 'True', ...condition }],
      addresses: [
        { type: 'InternalIP', address: '127.0.0.1' },
        { type: 'Hostname', address: name },
      ],
      nodeInfo: {
        kubeletVersion: SERVER_VERSION.gitVersion,
        osImage: 'playground',
        kernelVersion: 'playground',
        containerRuntimeVersion: 'playground://1',
      },
    },
  });
}
