import { createHash } from 'node:crypto';

/** A permission in RBAC. */
export interface Right {
  readonly verb: string;
  /** The core group when absent. */
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string;
  /** For cluster-wide resources such as nodes. */
  readonly isClusterWide?: true;
}

/** A rule of a Role. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

const RBAC = 'rbac.authorization.k8s.io';

interface RbacObject {
  readonly apiVersion: `${typeof RBAC}/v1`;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Whom a Role is bound to. A service account is the user `system:serviceaccount:NAMESPACE:NAME`. */
export interface Grantee {
  readonly kind: 'user' | 'group';
  readonly name: string;
}

/** An rbac.authorization.k8s.io/v1 Role or ClusterRole. */
export interface Role extends RbacObject {
  readonly kind: 'Role' | 'ClusterRole';
  readonly rules: readonly PolicyRule[];
}

/** Who has the rights of a binding, as RBAC writes it. */
export type Subject =
  | { readonly kind: 'ServiceAccount'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'User' | 'Group'; readonly apiGroup: typeof RBAC; readonly name: string };

/** A RoleBinding or ClusterRoleBinding for one user or group. */
export interface RoleBinding extends RbacObject {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly roleRef: { readonly apiGroup: typeof RBAC; readonly kind: Role['kind']; readonly name: string };
  readonly subjects: readonly [Subject];
}

/** The rights that a Role grants, and where. */
interface RoleRequest {
  readonly name: string;
  readonly namespace: string;
  readonly rights: readonly Right[];
}

/** The resource as in RBAC: `pods/attach`. */
export function describeResource({ resource, subresource }: Pick<Right, 'resource' | 'subresource'>): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/**
 * Makes the Roles that grant these rights, both with the same name: a Role for the namespace and a ClusterRole for
 * cluster-wide resources, with one rule per resource.
 * See https://kubernetes.io/docs/reference/access-authn-authz/rbac/
 */
export function makeRoles({ name, namespace, rights }: RoleRequest): readonly Role[] {
  const roles: readonly Role[] = [
    { ...head(name, namespace), kind: 'Role', rules: rulesOf(rights.filter((right) => !isWide(right))) },
    { ...head(name), kind: 'ClusterRole', rules: rulesOf(rights.filter(isWide)) },
  ];
  return roles.filter(({ rules }) => rules.length > 0);
}

const isWide = ({ isClusterWide }: Right): boolean => isClusterWide === true;

function head(name: string, namespace?: string): RbacObject {
  return { apiVersion: `${RBAC}/v1`, metadata: { name, ...(namespace !== undefined && { namespace }) } };
}

/** A permission that may be for one object only. */
type NamedRight = Pick<Right, 'verb' | 'group' | 'resource' | 'subresource'> & { readonly name?: string };

/** The rules that grant these rights, one for each resource and each object that is named. */
export function rulesOf(rights: readonly NamedRight[]): readonly PolicyRule[] {
  const rules = new Map<string, { readonly right: NamedRight; readonly verbs: Set<string> }>();
  for (const right of rights) {
    const key = `${right.group ?? ''}/${describeResource(right)}/${right.name ?? ''}`;
    const rule = rules.get(key) ?? { right, verbs: new Set() };
    rules.set(key, { ...rule, verbs: rule.verbs.add(right.verb) });
  }
  return [...rules.values()].map(({ right, verbs }) => ({
    apiGroups: [right.group ?? ''],
    resources: [describeResource(right)],
    ...(right.name !== undefined && { resourceNames: [right.name] }),
    verbs: [...verbs],
  }));
}

/**
 * Makes the binding of a Role to one user or group. Its name contains the Role and the grantee, as the Role of a binding
 * cannot be changed and grantees must not share one.
 */
export function bindRole({ kind, metadata }: Role, grantee: Grantee): RoleBinding {
  const { name, namespace } = metadata;
  return {
    ...head(`${name}-${namePart(grantee)}`, namespace),
    kind: `${kind}Binding`,
    roleRef: { apiGroup: RBAC, kind, name },
    subjects: [subjectOf(grantee)],
  };
}

/** The subject of a binding. */
export function subjectOf(grantee: Grantee): Subject {
  if (grantee.kind === 'group') return { kind: 'Group', apiGroup: RBAC, name: grantee.name };
  const [, namespace, name] = /^system:serviceaccount:([-a-z0-9]+):([-a-z0-9.]+)$/.exec(grantee.name) ?? [];
  return namespace === undefined || name === undefined
    ? { kind: 'User', apiGroup: RBAC, name: grantee.name }
    : { kind: 'ServiceAccount', namespace, name };
}

/** A dot is in no part for a user, so that a group never gets the binding of a user. */
function namePart({ kind, name }: Grantee): string {
  return kind === 'user' ? nameForUser(name) : `group.${nameForUser(name)}`;
}

const MAX_USER_CHARACTERS = 150;
const HASH_CHARACTERS = 8;

/** Makes a part of a name from a user name, with a hash if characters are lost. */
function nameForUser(userName: string): string {
  const plain = userName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_USER_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  if (plain === userName) return plain;
  const hash = createHash('sha256').update(userName).digest('hex').slice(0, HASH_CHARACTERS);
  return plain === '' ? hash : `${plain}-${hash}`;
}
