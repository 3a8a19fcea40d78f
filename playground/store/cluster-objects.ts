import { SERVER_VERSION } from '../api/request/discovery.ts';
import { formatTime } from '../timestamps.ts';
import type { Namespace, Stores } from './objects.ts';

/** The node of all pods without another one. */
export const NODE_NAME = 'playground';

/** The namespaces of a new cluster. */
export const FIRST_NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** A new namespace to store. */
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

/** Stores the namespace if it does not exist. */
export function ensureNamespace({ namespaces }: Stores, name: string, now: Date): void {
  if (namespaces.get(name) === undefined) namespaces.put(makeNamespace(name, now));
}

/** Stores a node that is ready if it does not exist. */
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
