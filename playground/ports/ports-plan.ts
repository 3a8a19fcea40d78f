import type { ResourceCall } from '../api/request/api-call.ts';
import type { Rights } from '../api/request/authorize.ts';
import type { SingleReply } from '../api/request/reply.ts';
import { badRequest, methodNotAllowed } from '../api/request/status-error.ts';
import type { Kubelet } from '../kubelet.ts';
import { requirePod } from '../pods/pod-requests.ts';
import type { Stores } from '../store/objects.ts';
import { checkHasNode } from '../streams/stream-options.ts';
import { checkMayCreate } from '../streams/stream-plan.ts';
import type { Dial } from './serve-ports.ts';

/** A port-forward that the API server lets through to the node. */
export interface PortsPlan {
  readonly kind: 'ports';
  /** What carries SPDY. */
  readonly over: 'websocket' | 'upgrade';
  readonly dial: Dial;
}

/** The subprotocol of a WebSocket that carries SPDY (KEP-4006). */
export const SPDY_IN_WEB_SOCKET = 'SPDY/3.1+portforward.k8s.io';
/** What is spoken inside SPDY. */
export const PORT_FORWARD = 'portforward.k8s.io';

interface Surroundings {
  readonly stores: Pick<Stores, 'pods'>;
  readonly kubelet: Kubelet;
  readonly rights: Rights;
}

/**
 * Makes the API server's checks of a port-forward; without a common subprotocol it answers a bare 403. Throws `StatusError`
 * 400, 403, 404, 405.
 */
export function planPorts(
  { stores, kubelet, rights }: Surroundings,
  call: ResourceCall,
): PortsPlan | SingleReply {
  const { info, headers } = call;
  checkMayCreate(call, rights);
  const pod = requirePod(stores, call);
  checkHasNode(pod);
  const dial: Dial = (port) => kubelet.dial(pod, port);
  const upgrade = headers.upgrade?.toLowerCase();
  if (upgrade === 'spdy/3.1') return { kind: 'ports', over: 'upgrade', dial };
  if (upgrade !== 'websocket') throw badRequest('Upgrade request required');
  if (info.verb !== 'get') throw methodNotAllowed();
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(SPDY_IN_WEB_SOCKET)) return { kind: 'text', status: 403, body: '' };
  return { kind: 'ports', over: 'websocket', dial };
}
