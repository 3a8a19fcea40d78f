import type { Pod } from '../../pod/types.ts';
import type { RunOwner } from './run-row.ts';

/** With it in a pod's labels, the name of its ReplicaSet is that of a Deployment and this hash. */
const TEMPLATE_HASH = 'pod-template-hash';

/** What controls a pod: a Deployment rather than its ReplicaSet, whose name is told from the pod alone. */
export function findOwner({ metadata }: Pod): RunOwner | undefined {
  const controller = metadata.ownerReferences?.find((owner) => owner.controller === true);
  if (controller === undefined) return undefined;
  const { kind, name } = controller;
  const hash = metadata.labels?.[TEMPLATE_HASH];
  const isOfDeployment = kind === 'ReplicaSet' && hash !== undefined && name.endsWith(`-${hash}`);
  return isOfDeployment ? { kind: 'Deployment', name: name.slice(0, -hash.length - 1) } : { kind, name };
}
