/** One thing that RBAC can allow, on objects of the core group. */
export interface Right {
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
}

interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** An rbac.authorization.k8s.io/v1 Role. */
export interface Role {
  readonly apiVersion: 'rbac.authorization.k8s.io/v1';
  readonly kind: 'Role';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly rules: readonly PolicyRule[];
}

/** `pods/attach`, as RBAC writes it. */
export function describeResource({ resource, subresource }: Right): string {
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/**
 * The Role, called `kubectl-debug`, that gives these rights in one namespace: a rule for each resource.
 * See https://kubernetes.io/docs/reference/access-authn-authz/rbac/
 */
export function makeRole(namespace: string, rights: readonly Right[]): Role {
  const resources = [...new Set(rights.map(describeResource))];
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'kubectl-debug', namespace },
    rules: resources.map((resource) => {
      const verbs = rights.filter((right) => describeResource(right) === resource).map(({ verb }) => verb);
      return { apiGroups: [''], resources: [resource], verbs: [...new Set(verbs)] };
    }),
  };
}
