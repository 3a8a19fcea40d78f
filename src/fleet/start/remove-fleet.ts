import type { Cluster } from '../../cluster/cluster.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { ANY_OBJECT } from '../../cluster/objects/object-shapes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { ObjectMeta } from '../../pod/types.ts';
import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { fleetName, type FleetRun } from '../fleet-run.ts';
import { describeObject, kindAndGroup, objectPath, type ObjectAddress } from '../objects/object-path.ts';
import { deleteObject, type Requesting } from './object-requests.ts';

/** The objects of a run that are to go. */
export interface Removal {
  readonly run: FleetRun;
  /** The namespaces of its pods; null for all. */
  readonly namespaces: readonly string[] | null;
}

/**
 * Removes all objects of a run: the Job with its pods and what belongs to it, and the roles that cannot belong to it. Returns a
 * text about each one that stays. Objects that are gone already are no failure.
 */
export async function removeFleet(
  requesting: Requesting,
  { run, namespaces }: Removal,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const job: ObjectAddress = { kind: 'Job', namespace: run.namespace, name: fleetName(run.runId) };
  const isOwn = await hasOwnAccount(requesting.cluster, job, signal);
  const remove = (address: ObjectAddress): Promise<string | undefined> =>
    removeOne(requesting, address, signal);
  // The Job first: its pods need their rights no longer than they run.
  const left = [
    await remove(job),
    ...(await Promise.all((isOwn ? grantsOf(run, namespaces) : []).map(remove))),
    ...(await removeUntied(requesting, run, signal)),
  ];
  return left.filter((text) => text !== undefined);
}

/** Removes some objects, one after the other. Returns a text about each one that stays. */
export async function removeObjects(
  requesting: Requesting,
  addresses: readonly ObjectAddress[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const address of addresses) {
    const text = await removeOne(requesting, address, undefined);
    if (text !== undefined) left.push(text);
  }
  return left;
}

/** The account of the run and the roles for it, bindings first: a role alone grants nothing. */
function grantsOf(run: FleetRun, namespaces: Removal['namespaces']): readonly ObjectAddress[] {
  const name = fleetName(run.runId);
  const places = [...new Set([run.namespace, ...(namespaces ?? [])])];
  return [
    ...places.map((namespace) => ({ kind: 'RoleBinding', namespace, name }) as const),
    ...places.map((namespace) => ({ kind: 'Role', namespace, name }) as const),
    ...(namespaces === null ? (['ClusterRoleBinding', 'ClusterRole'] as const) : []).map((kind) => ({
      kind,
      namespace: undefined,
      name,
    })),
    { kind: 'ServiceAccount', namespace: run.namespace, name },
  ];
}

/** Why an object stays; undefined once it is gone. */
async function removeOne(
  requesting: Requesting,
  address: ObjectAddress,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    await deleteObject(requesting, { address }, signal);
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    const { kind, namespace, name = '' } = address;
    const place = namespace === undefined ? '' : commandText` -n ${namespace}`;
    return `${describeObject(address)} stays: ${errorText(error)}; to remove it: ${commandText`kubectl delete ${kindAndGroup(kind)} ${name}`}${place}`;
  }
}

/** Whether the run has an account of its own; assumed of a Job that is gone. With another account it has no roles. */
async function hasOwnAccount(
  cluster: Cluster,
  job: ObjectAddress,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const { spec } = await cluster.requestJson<JobAccount>({
      method: 'GET',
      path: objectPath(job),
      shape: JOB_ACCOUNT,
      ...(signal && { signal }),
    });
    return spec?.template?.spec?.serviceAccountName === job.name;
  } catch {
    signal?.throwIfAborted();
    return true; // gone, or not to be read: to delete what is not there fails nothing
  }
}

interface JobAccount {
  readonly spec?: { readonly template?: { readonly spec?: { readonly serviceAccountName?: string } } };
}

const JOB_ACCOUNT = {
  fields: {
    spec: { fields: { template: { fields: { spec: { fields: { serviceAccountName: 'text' } } } } } },
  },
} as const;

/** Only the metadata of each object: the ConfigMaps of a run hold much. */
const METADATA_ONLY = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

/** Removes the ConfigMaps that do not belong to the Job, because somebody else has applied them. */
async function removeUntied(
  requesting: Requesting,
  run: FleetRun,
  signal: AbortSignal | undefined,
): Promise<readonly (string | undefined)[]> {
  const { cluster } = requesting;
  const names: string[] = [];
  const request = {
    path: objectPath({ kind: 'ConfigMap', namespace: run.namespace }),
    shape: ANY_OBJECT,
    accept: METADATA_ONLY,
    selection: { labelSelector: `${RUN_LABEL}=${run.runId}` },
    ...(signal && { signal }),
  };
  try {
    for await (const { items } of listPages<{ readonly metadata: ObjectMeta }>(cluster, request))
      for (const { metadata } of items)
        if ((metadata.ownerReferences ?? []).length === 0) names.push(metadata.name ?? '');
  } catch (error) {
    if (!isApiError(error)) throw error;
    return [`ConfigMaps of audit ${run.runId} may stay in namespace ${run.namespace}: ${errorText(error)}`];
  }
  return Promise.all(
    names.map((name) => removeOne(requesting, { kind: 'ConfigMap', namespace: run.namespace, name }, signal)),
  );
}
