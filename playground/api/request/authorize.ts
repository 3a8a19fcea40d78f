import type { ApiRequestInfo, ResourceRequest } from './api-request.ts';
import { badRequest, StatusError, unauthorized } from './status-error.ts';

/** The users with a token. */
export type UserName = 'admin' | 'viewer';

export type Tokens = Readonly<Record<UserName, string>>;

/** Who sent a request, after impersonation. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

/** A rule of a Role or a ClusterRole. */
export interface RoleRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Every object if it is empty. */
  readonly resourceNames: readonly string[];
}

/** The rights and the users that objects of the cluster make: roles, bindings and ServiceAccounts. */
export interface Rights {
  /** The ServiceAccount of a token; undefined for another token. */
  readonly userOf: (token: string) => User | undefined;
  readonly grants: (user: User, question: AccessQuestion) => boolean;
}

interface Rule {
  readonly verbs: readonly string[];
  readonly resources: readonly string[];
  /** Every object if it is absent. */
  readonly name?: string | undefined;
}

/** The rights of a group beyond those of every authenticated user. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  'system:masters': [{ verbs: ['*'], resources: ['*'] }],
  viewers: [
    { verbs: ['get', 'list', 'watch'], resources: ['pods', 'pods/log', 'namespaces', 'nodes', 'events'] },
  ],
  'system:authenticated': [{ verbs: ['create'], resources: ['selfsubjectaccessreviews'] }],
};

const USERS: Readonly<Record<UserName, User>> = {
  admin: { name: 'admin', groups: ['system:masters', 'system:authenticated'] },
  viewer: { name: 'viewer', groups: ['viewers', 'system:authenticated'] },
};

const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** The paths that need no token, as in the cluster role `system:public-info-viewer`. */
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version'];

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The user of a request: that of its bearer token, else `system:anonymous`, or the impersonated user if that is
 * allowed. Throws `StatusError` 401 for an unknown token, 403 and 400 for a wrong impersonation.
 */
export function authenticate(headers: Headers, tokens: Tokens, rights: Rights): User {
  return impersonate(headers, userOf(headers, tokens, rights), rights);
}

function userOf({ authorization }: Headers, tokens: Tokens, rights: Rights): User {
  if (typeof authorization !== 'string') return ANONYMOUS;
  const token = /^bearer\s+(\S+)$/i.exec(authorization)?.[1];
  if (token === tokens.admin) return USERS.admin;
  if (token === tokens.viewer) return USERS.viewer;
  const account = token === undefined ? undefined : rights.userOf(token);
  if (account === undefined) throw unauthorized();
  return account;
}

/** See https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/ */
function impersonate(headers: Headers, user: User, rights: Rights): User {
  const name = headers['impersonate-user'];
  // Node joins repeated headers with a comma and a space.
  const groups = String(headers['impersonate-group'] ?? '')
    .split(', ')
    .filter((group) => group !== '');
  if (typeof name !== 'string') {
    if (groups.length === 0) return user;
    throw badRequest(`requested [{Group  ${groups[0] ?? ''}    }] without impersonating a user`);
  }
  const request = { kind: 'resource', verb: 'impersonate', group: '', resource: 'users', name } as const;
  if (!mayUse(user, request, rights)) throw forbidden(user, request);
  return { name, groups: [...(groups.length === 0 ? accountGroups(name) : groups), 'system:authenticated'] };
}

/** The groups that a ServiceAccount has when it is impersonated; none for another user. */
function accountGroups(name: string): readonly string[] {
  const namespace = /^system:serviceaccount:([^:]+):[^:]+$/.exec(name)?.[1];
  return namespace === undefined ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** Throws `StatusError` 403 with the server's message unless the user may send this request. */
export function authorize(user: User, request: ApiRequestInfo, rights: Rights): void {
  if (request.kind === 'resource') {
    const { selectedName: name } = request;
    const question = name === undefined ? request : { ...request, name };
    if (!mayUse(user, question, rights)) throw forbidden(user, question);
    return;
  }
  if (user !== ANONYMOUS || PUBLIC_PATHS.includes(request.path)) return;
  throw new StatusError(403, `forbidden: User "${user.name}" cannot ${request.verb} path "${request.path}"`, {
    reason: 'Forbidden',
    details: {},
  });
}

/** The part of a request that rights depend on, and that access reviews ask about. */
export type AccessQuestion = Omit<ResourceRequest, 'kind' | 'verb' | 'selectedName'> & {
  readonly verb: string;
};

/** Whether the user may do this. */
export function mayUse(user: User, question: AccessQuestion, rights: Rights): boolean {
  const resource = withSubresource(question);
  const isBuiltIn = user.groups
    .flatMap(rulesOf)
    .some(
      ({ verbs, resources, name = question.name }) =>
        covers(verbs, question.verb) && covers(resources, resource) && name === question.name,
    );
  return isBuiltIn || rights.grants(user, question);
}

/** The name of another group is its rights: `may:get+create:pods/attach`, or `…:web-1` for this pod only. */
function rulesOf(group: string): readonly Rule[] {
  const [, verbs, resource, name] = /^may:([^:]+):([^:]+)(?::(.+))?$/.exec(group) ?? [];
  if (verbs === undefined || resource === undefined) return RULES[group] ?? [];
  return [{ verbs: verbs.split('+'), resources: [resource], name }];
}

function covers(allowed: readonly string[], wanted: string): boolean {
  return allowed.includes('*') || allowed.includes(wanted);
}

function withSubresource({ resource, subresource }: AccessQuestion): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

function forbidden(user: User, question: AccessQuestion): StatusError {
  const { verb, group, resource, namespace, name } = question;
  const qualified = group === '' ? resource : `${resource}.${group}`;
  const subject = name === undefined ? qualified : `${qualified} "${name}"`;
  const scope = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const message =
    `${subject} is forbidden: User "${user.name}" cannot ${verb} resource "${withSubresource(question)}" ` +
    `in API group "${group}" ${scope}`;
  const details = {
    ...(name === undefined ? {} : { name }),
    ...(group === '' ? {} : { group }),
    kind: resource,
  };
  return new StatusError(403, message, { reason: 'Forbidden', details });
}
