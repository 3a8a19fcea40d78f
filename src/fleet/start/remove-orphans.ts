import { listPages } from '../../cluster/list/list-pages.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { ANY_OBJECT } from '../../cluster/objects/object-shapes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { ObjectMeta } from '../../pod/types.ts';
import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { fleetName } from '../fleet-run.ts';
import { JOB_ANNOTATION, type FleetKind } from '../objects/fleet-object.ts';
import { objectPath, type ObjectAddress } from '../objects/object-path.ts';
import { deleteObject, type Requesting } from './object-requests.ts';

/** Bindings first: a role alone grants nothing. */
const KINDS: readonly FleetKind[] = ['ClusterRoleBinding', 'ClusterRole', 'RoleBinding', 'Role'];

/** A role or binding whose Job cannot own it. */
interface Orphan {
  readonly address: ObjectAddress;
  readonly uid: string | undefined;
  readonly job: ObjectAddress;
  readonly jobUid: string;
}

/**
 * Removes the roles and bindings of runs whose Job is gone: nobody followed them to their end. Looks in the whole cluster, or
 * where it may not, in `namespaces`. Does what it can: what is refused stays for somebody else. Throws only the reason of
 * `signal`, and bugs of ours.
 */
export async function removeOrphans(
  requesting: Requesting,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const gone = new Map<string, Promise<boolean>>();
  const isGone = ({ job, jobUid }: Orphan): Promise<boolean> => {
    const known = gone.get(jobUid) ?? isJobGone(requesting.cluster, { job, jobUid }, signal);
    gone.set(jobUid, known);
    return known;
  };
  for (const kind of KINDS)
    for (const orphan of await listTied(requesting.cluster, { kind, namespaces }, signal))
      if (await isGone(orphan)) await unlessRefused(deleteObject(requesting, orphan, signal), signal);
}

/** The roles or bindings that name a Job. */
async function listTied(
  cluster: Cluster,
  { kind, namespaces }: { readonly kind: FleetKind; readonly namespaces: readonly string[] },
  signal: AbortSignal,
): Promise<readonly Orphan[]> {
  const everywhere = await listIn(cluster, { kind, namespace: undefined }, signal);
  if (everywhere !== undefined) return everywhere;
  if (kind.startsWith('Cluster')) return [];
  const each = await Promise.all(namespaces.map((namespace) => listIn(cluster, { kind, namespace }, signal)));
  return each.flatMap((some) => some ?? []);
}

/** undefined if the user may not list them. */
async function listIn(
  cluster: Cluster,
  address: ObjectAddress,
  signal: AbortSignal,
): Promise<readonly Orphan[] | undefined> {
  const request = {
    path: objectPath(address),
    shape: ANY_OBJECT,
    selection: { labelSelector: RUN_LABEL },
    signal,
  };
  const found: Orphan[] = [];
  const read = async (): Promise<readonly Orphan[]> => {
    for await (const { items } of listPages<{ readonly metadata: ObjectMeta }>(cluster, request))
      for (const { metadata } of items) {
        const orphan = readOrphan(address.kind, metadata);
        if (orphan !== undefined) found.push(orphan);
      }
    return found;
  };
  return unlessRefused(read(), signal);
}

/** undefined for an object that does not name its Job as `tieToJob` does. */
function readOrphan(kind: FleetKind, metadata: ObjectMeta): Orphan | undefined {
  const { name = '', namespace, labels = {}, annotations = {}, uid } = metadata;
  const [, place, jobUid] = /^([-a-z0-9]+)\/([-a-z0-9]+)$/.exec(annotations[JOB_ANNOTATION] ?? '') ?? [];
  if (place === undefined || jobUid === undefined || name !== fleetName(labels[RUN_LABEL] ?? ''))
    return undefined;
  return {
    address: { kind, namespace, name },
    uid,
    job: { kind: 'Job', namespace: place, name },
    jobUid,
  };
}

/** Whether the server says so; false if it refuses to. */
async function isJobGone(
  cluster: Cluster,
  { job, jobUid }: Pick<Orphan, 'job' | 'jobUid'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { metadata } = await cluster.requestJson<{ readonly metadata: ObjectMeta }>({
      method: 'GET',
      path: objectPath(job),
      shape: ANY_OBJECT,
      signal,
      isBackground: true,
    });
    return metadata.uid !== jobUid;
  } catch (error) {
    signal.throwIfAborted();
    return isApiError(error) && error.code === 404;
  }
}

/** undefined if the server refuses it or does not answer. */
async function unlessRefused<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) || isCliError(error)) return undefined;
    throw error;
  }
}
