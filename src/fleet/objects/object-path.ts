import { apiPath } from '../../cluster/api-path.ts';
import type { FleetKind } from './fleet-object.ts';

const RBAC = ['apis', 'rbac.authorization.k8s.io', 'v1'] as const;

const PLACES: Readonly<Record<FleetKind, { readonly group: readonly string[]; readonly resource: string }>> =
  {
    Job: { group: ['apis', 'batch', 'v1'], resource: 'jobs' },
    ServiceAccount: { group: ['api', 'v1'], resource: 'serviceaccounts' },
    Role: { group: RBAC, resource: 'roles' },
    RoleBinding: { group: RBAC, resource: 'rolebindings' },
    ClusterRole: { group: RBAC, resource: 'clusterroles' },
    ClusterRoleBinding: { group: RBAC, resource: 'clusterrolebindings' },
    ConfigMap: { group: ['api', 'v1'], resource: 'configmaps' },
  };

/** An object of a run, or with '' as name all objects of its kind and namespace. */
export interface ObjectAddress {
  readonly kind: FleetKind;
  /** undefined for a cluster-wide kind, or for all namespaces. */
  readonly namespace: string | undefined;
  readonly name?: string;
}

/** The path of an object in the API, or of a list. */
export function objectPath({ kind, namespace, name }: ObjectAddress): string {
  const { group, resource } = PLACES[kind];
  return apiPath(
    ...group,
    ...(namespace === undefined ? [] : ['namespaces', namespace]),
    resource,
    ...(name === undefined ? [] : [name]),
  );
}

/** The resource of a kind, as kubectl names it: `role.rbac.authorization.k8s.io`. */
export function kindAndGroup(kind: FleetKind): string {
  const { group } = PLACES[kind];
  const [root, name] = group;
  return root === 'apis' ? `${kind.toLowerCase()}.${name ?? ''}` : kind.toLowerCase();
}

/** An object in a message: `Role shop/audit-…`. */
export function describeObject({ kind, namespace, name = '' }: ObjectAddress): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
