import type { IncomingHttpHeaders } from 'node:http';
import type { Pod } from '../../src/pod/types.ts';
import type { ResourceCall } from '../api/request/api-call.ts';
import { mayUse, type Rights } from '../api/request/authorize.ts';
import type { SingleReply } from '../api/request/reply.ts';
import { badRequest, methodNotAllowed, noSuchResource, StatusError } from '../api/request/status-error.ts';
import type { JsonObject } from '../json.ts';
import type { Kubelet, ProcessEnd, ProcessStreams, Refusal, StreamOptions } from '../kubelet.ts';
import { requirePod } from '../pods/pod-requests.ts';
import type { Stores } from '../store/objects.ts';
import type { StreamProtocol } from './stream-frames.ts';
import { checkHasNode, parseStreamOptions } from './stream-options.ts';
import { exitStatus, NO_STATUS, SUCCESS } from './stream-status.ts';

/** A refusal of the node, and the Status that a v5 server makes of it if that is an unusual one. */
export interface StreamRefusal extends Refusal {
  readonly status?: JsonObject;
}

/** An attach or an exec that the API server lets through to the node. */
export interface StreamPlan {
  readonly kind: 'plan';
  readonly protocol: StreamProtocol;
  readonly options: StreamOptions;
  /** Asks the node. */
  readonly open: () => ProcessStreams | StreamRefusal;
  readonly describeEnd: (end: ProcessEnd | undefined) => JsonObject;
}

interface Surroundings {
  readonly stores: Pick<Stores, 'pods'>;
  readonly kubelet: Kubelet;
  readonly rights: Rights;
}

/**
 * Makes the API server's checks of an upgrade; without a common subprotocol it answers a bare 403. Throws
 * `StatusError` 400, 403, 404, 405.
 */
export function planStream(
  { stores, kubelet, rights }: Surroundings,
  call: ResourceCall,
): StreamPlan | SingleReply {
  const { info, query, headers } = call;
  const isExec = info.subresource === 'exec';
  if (info.resource !== 'pods' || (!isExec && info.subresource !== 'attach')) throw noSuchResource();
  checkMayCreate(call, rights);
  const pod = requirePod(stores, call);
  const options = parseStreamOptions(pod, query);
  checkHasNode(pod);
  if (headers.upgrade?.toLowerCase() !== 'websocket') throw badRequest('this server speaks WebSocket only');
  if (info.verb !== 'get') throw methodNotAllowed();
  const protocol = chooseProtocol(headers);
  if (protocol === undefined) return { kind: 'text', status: 403, body: '' };
  const command = query.getAll('command');
  return {
    kind: 'plan',
    protocol,
    options,
    open: () =>
      refuseStreams(pod, options, isExec) ??
      (isExec ? kubelet.exec(pod, options, command) : kubelet.attach(pod, options)),
    describeEnd: (end) => (end === undefined ? SUCCESS : exitStatus(end, protocol, command)),
  };
}

/**
 * Since 1.35 an upgrade by GET also needs the right to create; a real server gives no reason.
 * See https://github.com/kubernetes/kubernetes/issues/133515
 */
export function checkMayCreate({ user, info }: ResourceCall, rights: Rights): void {
  if (mayUse(user, { ...info, verb: 'create' }, rights)) return;
  const { resource, name = '' } = info;
  const details = { name, kind: resource };
  throw new StatusError(403, `${resource} "${name}" is forbidden: `, { reason: 'Forbidden', details });
}

/** v5 if the client offers it, else v4: the API server knows no other. */
function chooseProtocol(headers: IncomingHttpHeaders): StreamProtocol | undefined {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return (['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const).find((name) => offered.includes(name));
}

/** Requests that a container runtime refuses for every container. */
function refuseStreams(pod: Pod, options: StreamOptions, isExec: boolean): StreamRefusal | undefined {
  if (!options.stdin && !options.stdout && !options.stderr) {
    const message = 'you must specify at least 1 of stdin, stdout, stderr';
    return { kind: 'refusal', code: 400, message };
  }
  if (isExec || options.tty || !options.stderr || !hasTerminal(pod, options.container)) return undefined;
  const message = 'rpc error: code = InvalidArgument desc = tty and stderr cannot both be true';
  return { kind: 'refusal', code: 500, message, status: NO_STATUS };
}

function hasTerminal({ spec }: Pod, name: string): boolean {
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  const all = [...containers, ...initContainers, ...ephemeralContainers];
  return all.find((container) => container.name === name)?.tty === true;
}
