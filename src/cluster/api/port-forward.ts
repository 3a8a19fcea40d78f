import type { PodRef } from '../../pod/types.ts';
import { podPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';

/** The protocol of forwarded ports inside SPDY, and the subprotocol that carries SPDY in a WebSocket. */
const PORT_FORWARD = 'portforward.k8s.io';
const SPDY_IN_WEB_SOCKET = `SPDY/3.1+${PORT_FORWARD}`;

/** Opens a WebSocket whose binary messages are a SPDY connection to the runtime of a pod. Throws as `Cluster.upgrade`. */
export function openPortForward(
  cluster: Cluster,
  pod: PodRef,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): ReturnType<Cluster['upgrade']> {
  return cluster.upgrade({
    path: podPath(pod, 'portforward'),
    protocols: [SPDY_IN_WEB_SOCKET],
    isBackground: true,
    ...options,
  });
}

/** The same without a WebSocket, for servers before Kubernetes 1.31. Throws as `Cluster.upgradeSpdy`. */
export function openPlainPortForward(
  cluster: Cluster,
  pod: PodRef,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): ReturnType<Cluster['upgradeSpdy']> {
  return cluster.upgradeSpdy({
    path: podPath(pod, 'portforward'),
    protocol: PORT_FORWARD,
    isBackground: true,
    ...options,
  });
}
