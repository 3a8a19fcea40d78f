import { isJsonObject, valueAt } from '../../json.ts';
import type { Kubelet } from '../../kubelet.ts';
import {
  createPod,
  deletePod,
  patchPod,
  type PodWriter,
  requirePod,
  wirePod,
} from '../../pods/pod-requests.ts';
import { EVENT_PRINTER, NAMESPACE_PRINTER, NODE_PRINTER, POD_PRINTER } from '../../read/printers.ts';
import { readResource, type ReadSurroundings } from '../../read/read-resource.ts';
import { makeNamespace } from '../../store/cluster-objects.ts';
import { type AccountTokens, createToken } from '../../objects/service-accounts.ts';
import { openLog } from '../../streams/log-endpoint.ts';
import { PLAIN_HANDLERS, type PlainApi } from './plain-handlers.ts';
import { reviewAccess } from './access-review.ts';
import type { ApiCall, ResourceCall } from '../request/api-call.ts';
import { discover } from '../request/discovery.ts';
import { describeOpenApi } from '../request/openapi.ts';
import { checkJson } from '../request/media-type.ts';
import type { Reply } from '../request/reply.ts';
import { findResource } from '../request/resources.ts';
import {
  alreadyExists,
  badRequest,
  cause,
  invalid,
  methodNotAllowed,
  noSuchResource,
} from '../request/status-error.ts';

/** The parts of the server that answers are made from. */
export interface Api extends PodWriter, PlainApi, ReadSurroundings {
  readonly kubelet: Kubelet;
  readonly accounts: AccountTokens;
}

type Handler = (api: Api, call: ResourceCall) => Reply | Promise<Reply>;

const readPods: Handler = (api, call) =>
  readResource({ name: 'pods', store: api.stores.pods, printer: POD_PRINTER }, call, api);
const readNamespaces: Handler = (api, call) =>
  readResource({ name: 'namespaces', store: api.stores.namespaces, printer: NAMESPACE_PRINTER }, call, api);
const readNodes: Handler = (api, call) =>
  readResource({ name: 'nodes', store: api.stores.nodes, printer: NODE_PRINTER }, call, api);
const readEvents: Handler = (api, call) =>
  readResource({ name: 'events', store: api.stores.events, printer: EVENT_PRINTER }, call, api);

const HANDLERS: Readonly<Record<string, Handler>> = {
  ...PLAIN_HANDLERS,
  'get pods': readPods,
  'list pods': readPods,
  'watch pods': readPods,
  'create pods': createPod,
  'delete pods': deletePod,
  'get pods/ephemeralcontainers': (api, call) => {
    return { kind: 'json', status: 200, body: wirePod(requirePod(api.stores, call)) };
  },
  'patch pods/ephemeralcontainers': patchPod,
  'get pods/log': (api, call) =>
    openLog(api.kubelet, { pod: requirePod(api.stores, call), query: call.query }, api.now()),
  'get pods/attach': refuseWithoutUpgrade,
  'create pods/attach': refuseWithoutUpgrade,
  'get pods/exec': refuseWithoutUpgrade,
  'create pods/exec': refuseWithoutUpgrade,
  'get pods/portforward': refuseWithoutUpgrade,
  'create pods/portforward': refuseWithoutUpgrade,
  'get namespaces': readNamespaces,
  'list namespaces': readNamespaces,
  'watch namespaces': readNamespaces,
  'create namespaces': createNamespace,
  'get nodes': readNodes,
  'list nodes': readNodes,
  'watch nodes': readNodes,
  'get events': readEvents,
  'list events': readEvents,
  'watch events': readEvents,
  'create serviceaccounts/token': createToken,
  'create selfsubjectaccessreviews': async (api, call) => {
    checkJson(call.headers);
    const body = await call.readBody();
    return {
      kind: 'json',
      status: 201,
      body: reviewAccess(call.user, isJsonObject(body) ? body : {}, api.rights),
    };
  },
};

/** Carries out an authorized request. Rejects with `StatusError`. */
export async function answer(api: Api, call: ApiCall): Promise<Reply> {
  const { info } = call;
  if (info.kind === 'path') return answerPath(info.path, call.headers.host ?? '');
  const { verb, group, resource, subresource } = info;
  const row = findResource(group, resource);
  const part = subresource === undefined ? row : row?.subresources?.[subresource];
  if (part === undefined) throw noSuchResource();
  const name = subresource === undefined ? resource : `${resource}/${subresource}`;
  const handler = HANDLERS[`${verb} ${name}`];
  if (handler === undefined) throw methodNotAllowed();
  return handler(api, { ...call, info });
}

const HEALTH_PATHS = ['/healthz', '/livez', '/readyz'];

function answerPath(path: string, server: string): Reply {
  if (HEALTH_PATHS.includes(path)) return { kind: 'text', status: 200, body: 'ok' };
  const body = describeOpenApi(path) ?? discover(path, server);
  if (body !== undefined) return { kind: 'json', status: 200, body };
  return { kind: 'text', status: 404, body: '404 page not found\n' };
}

function refuseWithoutUpgrade(): never {
  throw badRequest('Upgrade request required');
}

async function createNamespace({ stores, now }: Api, call: ResourceCall): Promise<Reply> {
  checkJson(call.headers);
  const name = valueAt(await call.readBody(), 'metadata.name');
  if (typeof name !== 'string' || name === '') {
    const missing = cause.required('metadata.name', 'name or generateName is required');
    throw invalid({ kind: 'Namespace', name: '' }, [missing]);
  }
  if (stores.namespaces.get(name) !== undefined) throw alreadyExists('namespaces', name);
  const namespace = stores.namespaces.put(makeNamespace(name, now()));
  return { kind: 'json', status: 201, body: { kind: 'Namespace', apiVersion: 'v1', ...namespace } };
}
