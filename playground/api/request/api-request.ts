import type { Verb } from './resources.ts';

/** A request for a resource under `/api/v1` or `/apis/GROUP/v1`. */
export interface ResourceRequest {
  readonly kind: 'resource';
  readonly verb: Verb;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  /** undefined for a cluster-wide request. */
  readonly namespace?: string;
  readonly name?: string;
  /** The only object that a list or a watch selects by its name. Rights for this object are enough. */
  readonly selectedName?: string;
}

/** Any other request, such as discovery or `/version`. */
interface PathRequest {
  readonly kind: 'path';
  readonly verb: string;
  readonly path: string;
}

export type ApiRequestInfo = ResourceRequest | PathRequest;

/** Reads the resource and the verb from a request's method, path and query, as a server does before it authorizes. */
export function parseApiRequest(method: string, path: string, query: URLSearchParams): ApiRequestInfo {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart);
  const [root, ...rest] = parts;
  const group = root === 'api' ? '' : rest.shift();
  const version = rest.shift();
  const isResource = (root === 'api' || root === 'apis') && version === 'v1' && rest.length > 0;
  if (group === undefined || !isResource) return { kind: 'path', verb: method.toLowerCase(), path };
  const target = readTarget(rest);
  const verb = readVerb(method, target.name, query);
  return { kind: 'resource', verb, group, ...target, ...selectedName(target, query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not a valid encoding: the raw part names nothing, so the client gets 404.
    return part;
  }
}

type Target = Pick<ResourceRequest, 'resource' | 'subresource' | 'namespace' | 'name'>;

function readTarget(parts: readonly string[]): Target {
  const [first = '', namespace, resource, name, subresource] = parts;
  if (first !== 'namespaces') {
    return { resource: first, ...named(namespace, resource) };
  }
  // A namespace itself is "in" its namespace: https://github.com/kubernetes/apiserver/blob/master/pkg/endpoints/request/requestinfo.go
  if (namespace === undefined) return { resource: 'namespaces' };
  if (resource === undefined) return { resource: 'namespaces', namespace, name: namespace };
  return { resource, namespace, ...named(name, subresource) };
}

function named(
  name: string | undefined,
  subresource: string | undefined,
): Pick<Target, 'name' | 'subresource'> {
  if (name === undefined) return {};
  return subresource === undefined ? { name } : { name, subresource };
}

function selectedName({ name }: Target, query: URLSearchParams): Pick<ResourceRequest, 'selectedName'> {
  const selected = /(?:^|,)metadata\.name==?([^,=!]+)(?:,|$)/.exec(query.get('fieldSelector') ?? '')?.[1];
  return name !== undefined || selected === undefined ? {} : { selectedName: selected };
}

const VERBS: Readonly<Record<string, Verb>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
};

function readVerb(method: string, name: string | undefined, query: URLSearchParams): Verb {
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete';
  const verb = VERBS[method];
  if (verb !== undefined) return verb;
  if (name !== undefined) return 'get';
  return isTrue(query.get('watch')) ? 'watch' : 'list';
}

/** A boolean of a query as a server reads it: true if it is given, unless it is `false` or `0`. */
export function isTrue(value: string | null): boolean {
  return value !== null && value.toLowerCase() !== 'false' && value !== '0';
}
