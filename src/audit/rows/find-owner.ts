import type { Pod } from '../../pod/types.ts';
import type { RunOwner } from './run-row.ts';

/** The name of a Deployment's ReplicaSet is the Deployment's name and the value of this label. */
const TEMPLATE_HASH = 'pod-template-hash';

/** The controller of a pod; the Deployment instead of its ReplicaSet, read from the pod alone. */
export function findOwner({ metadata }: Pod): RunOwner | undefined {
  const controller = metadata.ownerReferences?.find((owner) => owner.controller === true);
  if (controller === undefined) return undefined;
  const { kind, name } = controller;
  const hash = metadata.labels?.[TEMPLATE_HASH];
  const isOfDeployment = kind === 'ReplicaSet' && hash !== undefined && name.endsWith(`-${hash}`);
  return isOfDeployment ? { kind: 'Deployment', name: name.slice(0, -hash.length - 1) } : { kind, name };
}
