import type { ObjectMeta, OwnerReference } from '../../pod/types.ts';
import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { type FleetRun } from '../fleet-run.ts';

/** An object that a run creates. */
export interface FleetObject {
  readonly apiVersion: string;
  readonly kind: FleetKind;
  readonly metadata: ObjectMeta & { readonly name: string };
}

/** The kinds of objects of a run. */
export type FleetKind =
  'Job' | 'ServiceAccount' | 'Role' | 'RoleBinding' | 'ClusterRole' | 'ClusterRoleBinding' | 'ConfigMap';

/** The Job of a run as the API server has created it. */
export interface CreatedJob {
  readonly name: string;
  readonly uid: string;
}

/** The annotation of objects that the cluster cannot delete with the Job: `NAMESPACE/UID` of the Job. */
export const JOB_ANNOTATION = 'kubectl-debug/job';

/** The labels of all objects of a run. */
export function fleetLabels({ runId }: FleetRun): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/name': 'kubectl-debug', [RUN_LABEL]: runId };
}

/** The reference with which the cluster deletes an object once the Job is gone. */
export function ownerOf({ name, uid }: CreatedJob): OwnerReference {
  return { apiVersion: 'batch/v1', kind: 'Job', name, uid };
}

/**
 * Ties an object to the Job. An owner has to be in the namespace of the object, so others get an annotation, by which this
 * program finds them once the Job is gone.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/
 */
export function tieToJob<T extends FleetObject>(object: T, run: FleetRun, job: CreatedJob): T {
  const { metadata } = object;
  return metadata.namespace === run.namespace
    ? { ...object, metadata: { ...metadata, ownerReferences: [ownerOf(job)] } }
    : {
        ...object,
        metadata: {
          ...metadata,
          annotations: { ...metadata.annotations, [JOB_ANNOTATION]: `${run.namespace}/${job.uid}` },
        },
      };
}
