/** The verbs of RBAC. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

interface Subresource {
  readonly kind: string;
  readonly verbs: readonly Verb[];
}

export interface Resource {
  readonly group: string;
  readonly kind: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The fields that field selectors support. */
  readonly fields?: readonly string[];
  readonly subresources?: Readonly<Record<string, Subresource>>;
}

const META_FIELDS = ['metadata.name', 'metadata.namespace'];
const INVOLVED = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
const STREAM_VERBS = ['create', 'get'] as const;
const ALL_VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const;
const RBAC = { group: 'rbac.authorization.k8s.io', verbs: ALL_VERBS } as const;

/** The resources of the playground by their plural; discovery, selectors and the router read this table. */
export const RESOURCES = {
  configmaps: {
    group: '',
    kind: 'ConfigMap',
    singular: 'configmap',
    namespaced: true,
    verbs: ALL_VERBS,
    shortNames: ['cm'],
    fields: META_FIELDS,
  },
  events: {
    group: '',
    kind: 'Event',
    singular: 'event',
    namespaced: true,
    verbs: ['get', 'list', 'watch'],
    shortNames: ['ev'],
    fields: [...META_FIELDS, ...INVOLVED.map((field) => `involvedObject.${field}`), 'reason', 'type'],
  },
  namespaces: {
    group: '',
    kind: 'Namespace',
    singular: 'namespace',
    namespaced: false,
    verbs: ['create', 'get', 'list', 'watch'],
    shortNames: ['ns'],
    fields: ['metadata.name', 'status.phase'],
  },
  nodes: {
    group: '',
    kind: 'Node',
    singular: 'node',
    namespaced: false,
    verbs: ['get', 'list', 'watch'],
    shortNames: ['no'],
    fields: ['metadata.name', 'spec.unschedulable'],
  },
  pods: {
    group: '',
    kind: 'Pod',
    singular: 'pod',
    namespaced: true,
    verbs: ['create', 'delete', 'get', 'list', 'watch'],
    shortNames: ['po'],
    categories: ['all'],
    fields: [
      ...META_FIELDS,
      'spec.nodeName',
      'spec.restartPolicy',
      'spec.schedulerName',
      'spec.serviceAccountName',
      'status.phase',
      'status.podIP',
      'status.nominatedNodeName',
    ],
    subresources: {
      attach: { kind: 'PodAttachOptions', verbs: STREAM_VERBS },
      ephemeralcontainers: { kind: 'Pod', verbs: ['get', 'patch'] },
      exec: { kind: 'PodExecOptions', verbs: STREAM_VERBS },
      log: { kind: 'Pod', verbs: ['get'] },
      portforward: { kind: 'PodPortForwardOptions', verbs: STREAM_VERBS },
    },
  },
  serviceaccounts: {
    group: '',
    kind: 'ServiceAccount',
    singular: 'serviceaccount',
    namespaced: true,
    verbs: ALL_VERBS,
    shortNames: ['sa'],
    fields: META_FIELDS,
    subresources: { token: { kind: 'TokenRequest', verbs: ['create'] } },
  },
  jobs: {
    group: 'batch',
    kind: 'Job',
    singular: 'job',
    namespaced: true,
    verbs: ALL_VERBS,
    categories: ['all'],
    fields: [...META_FIELDS, 'status.successful'],
  },
  clusterrolebindings: {
    ...RBAC,
    kind: 'ClusterRoleBinding',
    singular: 'clusterrolebinding',
    namespaced: false,
    fields: ['metadata.name'],
  },
  clusterroles: {
    ...RBAC,
    kind: 'ClusterRole',
    singular: 'clusterrole',
    namespaced: false,
    fields: ['metadata.name'],
  },
  rolebindings: {
    ...RBAC,
    kind: 'RoleBinding',
    singular: 'rolebinding',
    namespaced: true,
    fields: META_FIELDS,
  },
  roles: { ...RBAC, kind: 'Role', singular: 'role', namespaced: true, fields: META_FIELDS },
  selfsubjectaccessreviews: {
    group: 'authorization.k8s.io',
    kind: 'SelfSubjectAccessReview',
    singular: 'selfsubjectaccessreview',
    namespaced: false,
    verbs: ['create'],
  },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof RESOURCES;

/** The row of a resource in a group; undefined if the group has no resource of that name. */
export function findResource(
  group: string,
  name: string,
): (Resource & { readonly name: ResourceName }) | undefined {
  if (!isResourceName(name)) return undefined;
  const resource: Resource = RESOURCES[name];
  return resource.group === group ? { ...resource, name } : undefined;
}

/** The `apiVersion` of the objects of a resource. */
export function apiVersionOf(name: ResourceName): string {
  const { group } = RESOURCES[name];
  return group === '' ? 'v1' : `${group}/v1`;
}

/** A resource as messages name it: `pods`, `jobs.batch`. */
export function qualifiedName(name: ResourceName): string {
  const { group } = RESOURCES[name];
  return group === '' ? name : `${name}.${group}`;
}

function isResourceName(name: string): name is ResourceName {
  return Object.hasOwn(RESOURCES, name);
}
