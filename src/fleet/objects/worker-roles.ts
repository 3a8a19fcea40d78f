import { rulesOf, type PolicyRule } from '../../cluster/refusals/role.ts';
import { fleetName, type FleetRun } from '../fleet-run.ts';
import type { FleetRule } from '../fleet-rule.ts';
import { fleetLabels, type FleetObject } from './fleet-object.ts';

const GROUP = 'rbac.authorization.k8s.io';

/** The rights of the workers in one namespace, or in all. */
export interface WorkerRole extends FleetObject {
  readonly kind: 'Role' | 'ClusterRole';
  readonly rules: readonly PolicyRule[];
}

/** Gives a `WorkerRole` to the ServiceAccount of the workers. */
export interface WorkerBinding extends FleetObject {
  readonly kind: 'RoleBinding' | 'ClusterRoleBinding';
  readonly roleRef: {
    readonly apiGroup: typeof GROUP;
    readonly kind: WorkerRole['kind'];
    readonly name: string;
  };
  readonly subjects: readonly [
    { readonly kind: 'ServiceAccount'; readonly namespace: string; readonly name: string },
  ];
}

/** The roles that grant exactly these rules: one in each namespace, and a ClusterRole for what holds in all. */
export function workerRoles(run: FleetRun, rules: readonly FleetRule[]): readonly WorkerRole[] {
  const namespaces = new Set(rules.map(({ namespace }) => namespace));
  return [...namespaces].map((namespace) => ({
    apiVersion: `${GROUP}/v1`,
    kind: namespace === undefined ? 'ClusterRole' : 'Role',
    metadata: {
      name: fleetName(run.runId),
      ...(namespace !== undefined && { namespace }),
      labels: fleetLabels(run),
    },
    rules: rulesOf(rules.filter((rule) => rule.namespace === namespace)),
  }));
}

/** Binds a role to the ServiceAccount of the run. */
export function workerBinding(run: FleetRun, { kind, metadata }: WorkerRole): WorkerBinding {
  const { name } = metadata;
  return {
    apiVersion: `${GROUP}/v1`,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: GROUP, kind, name },
    subjects: [{ kind: 'ServiceAccount', namespace: run.namespace, name: fleetName(run.runId) }],
  };
}
