import { createHash } from 'node:crypto';

/** One thing that RBAC can allow. */
export interface Right {
  readonly verb: string;
  /** Of the core group when absent. */
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string;
  /** Of what is in no namespace, as nodes are. */
  readonly isClusterWide?: true;
}

interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const RBAC = 'rbac.authorization.k8s.io';

interface RbacObject {
  readonly apiVersion: `${typeof RBAC}/v1`;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** An rbac.authorization.k8s.io/v1 Role or ClusterRole. */
export interface Role extends RbacObject {
  readonly kind: 'Role' | 'ClusterRole';
  readonly rules: readonly PolicyRule[];
}

type Subject =
  | { readonly kind: 'ServiceAccount'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'User'; readonly apiGroup: typeof RBAC; readonly name: string };

/** What gives a Role to one user. */
export interface RoleBinding extends RbacObject {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly roleRef: { readonly apiGroup: typeof RBAC; readonly kind: Role['kind']; readonly name: string };
  readonly subjects: readonly [Subject];
}

/** What a Role is to give, and where. */
export interface RoleRequest {
  readonly name: string;
  readonly namespace: string;
  readonly rights: readonly Right[];
}

/** `pods/attach`, as RBAC writes it. */
export function describeResource({ resource, subresource }: Pick<Right, 'resource' | 'subresource'>): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/**
 * The Roles that give these rights, of one name: a Role for what is in the namespace, a ClusterRole for what is in none;
 * a rule for each resource.
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

function rulesOf(rights: readonly Right[]): readonly PolicyRule[] {
  const rules = new Map<string, { readonly right: Right; readonly verbs: Set<string> }>();
  for (const right of rights) {
    const key = `${right.group ?? ''}/${describeResource(right)}`;
    const rule = rules.get(key) ?? { right, verbs: new Set() };
    rules.set(key, { ...rule, verbs: rule.verbs.add(right.verb) });
  }
  return [...rules.values()].map(({ right, verbs }) => ({
    apiGroups: [right.group ?? ''],
    resources: [describeResource(right)],
    verbs: [...verbs],
  }));
}

/**
 * What gives a Role to one user. Its name is that of the Role and the user: the Role that a binding refers to can never
 * be changed, and a binding of one user is not in the way of another's.
 */
export function bindRole({ kind, metadata }: Role, userName: string): RoleBinding {
  const { name, namespace } = metadata;
  return {
    ...head(`${name}-${nameForUser(userName)}`, namespace),
    kind: `${kind}Binding`,
    roleRef: { apiGroup: RBAC, kind, name },
    subjects: [subjectOf(userName)],
  };
}

function subjectOf(userName: string): Subject {
  const [, namespace, name] = /^system:serviceaccount:([-a-z0-9]+):([-a-z0-9.]+)$/.exec(userName) ?? [];
  return namespace === undefined || name === undefined
    ? { kind: 'User', apiGroup: RBAC, name: userName }
    : { kind: 'ServiceAccount', namespace, name };
}

const MAX_USER_CHARACTERS = 150;
const HASH_CHARACTERS = 8;

/** A part of a name; users that only differ in what no name can hold get different ones. */
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
