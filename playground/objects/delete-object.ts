import type { ResourceCall } from '../api/request/api-call.ts';
import type { Reply } from '../api/request/reply.ts';
import { apiVersionOf, qualifiedName, RESOURCES } from '../api/request/resources.ts';
import { badRequest, conflict } from '../api/request/status-error.ts';
import { type JsonObject, textAt, valueAt } from '../json.ts';
import type { PodLifecycle } from '../pods/pod-lifecycle.ts';
import { parseWriteOptions } from '../pods/write-options.ts';
import { parseSelection } from '../read/list-options.ts';
import type { PlainObject, PlainResource, Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { formatTime } from '../timestamps.ts';
import { createGarbageCollector, type GarbageCollector } from './collect-garbage.ts';
import { requireObject, wireObject } from './write-object.ts';

/** The parts of the server that deletions of plain objects need. */
export interface ObjectRemover {
  readonly stores: Stores;
  readonly garbage: GarbageCollector;
  readonly now: () => Date;
}

/** What becomes of the objects that a deleted object owns. */
type Propagation = 'Background' | 'Foreground' | 'Orphan';

/** The collector of a server's garbage: pods end by their lifecycle, other objects with their last finalizer. */
export function collectGarbage(parts: {
  readonly stores: Stores;
  readonly lifecycle: PodLifecycle;
  readonly now: () => Date;
}): GarbageCollector {
  const { stores, lifecycle, now } = parts;
  const garbage: GarbageCollector = createGarbageCollector({
    stores,
    remove: ({ resource, key }) => {
      if (resource === 'pods') {
        const pod = stores.pods.get(key);
        if (pod !== undefined) lifecycle.remove(pod, undefined);
        return;
      }
      const object = stores[resource].get(key);
      if (object !== undefined) removeObject({ stores, garbage, now }, resource, { object });
    },
  });
  return garbage;
}

/**
 * Deletes an object, or marks it while finalizers hold it. Returns the object that stays; undefined if it is gone.
 * See https://kubernetes.io/docs/concepts/architecture/garbage-collection/#cascading-deletion
 */
export function removeObject(
  { stores, garbage, now }: ObjectRemover,
  resource: PlainResource,
  {
    object,
    propagation = 'Background',
  }: { readonly object: PlainObject; readonly propagation?: Propagation },
): PlainObject | undefined {
  const { uid = '', finalizers = [] } = object.metadata;
  const key = keyOf(object.metadata);
  if (propagation === 'Orphan') garbage.orphanDependents(uid);
  const isForeground = propagation === 'Foreground' && garbage.countDependents(uid) > 0;
  if (finalizers.length === 0 && !isForeground) {
    stores[resource].remove(key);
    return undefined;
  }
  if (object.metadata.deletionTimestamp !== undefined) return object;
  const marked = stores[resource].put(markDeleted(object, isForeground, now()));
  if (isForeground) garbage.removeDependents(uid, () => dropForeground(stores, resource, { key, uid }));
  return marked;
}

function markDeleted(object: PlainObject, isForeground: boolean, now: Date): PlainObject {
  const { finalizers = [] } = object.metadata;
  const metadata = {
    ...object.metadata,
    deletionTimestamp: formatTime(now),
    deletionGracePeriodSeconds: 0,
    finalizers: isForeground ? [...finalizers, FOREGROUND] : finalizers,
  };
  return { ...object, metadata };
}

const FOREGROUND = 'foregroundDeletion';

function dropForeground(
  stores: Stores,
  resource: PlainResource,
  { key, uid }: { readonly key: string; readonly uid: string },
): void {
  const object = stores[resource].get(key);
  if (object?.metadata.uid !== uid) return;
  const finalizers = (object.metadata.finalizers ?? []).filter((name) => name !== FOREGROUND);
  if (finalizers.length === 0) stores[resource].remove(key);
  else stores[resource].put({ ...object, metadata: { ...object.metadata, finalizers } });
}

/** Deletes one object. Rejects with `StatusError` 400, 404, 409, 422. */
export async function deleteObject(
  remover: ObjectRemover,
  call: ResourceCall,
  resource: PlainResource,
): Promise<Reply> {
  const { options, isDryRun, propagation, warnings } = await readDeletion(call, resource);
  const object = requireObject(remover.stores, call, resource);
  checkPreconditions(resource, object, options);
  const left = isDryRun ? undefined : removeObject(remover, resource, { object, propagation });
  // A server answers with the object where it stays, and for ServiceAccounts always.
  const shown = left ?? (resource === 'serviceaccounts' ? object : undefined);
  const body = shown === undefined ? deletedStatus(resource, object) : wireObject(resource, shown);
  return { kind: 'json', status: 200, body, warnings };
}

/** Deletes the objects of the selectors. Rejects with `StatusError` 400 and 422. */
export async function deleteObjects(
  remover: ObjectRemover,
  call: ResourceCall,
  resource: PlainResource,
): Promise<Reply> {
  const { isDryRun, propagation, warnings } = await readDeletion(call, resource);
  const { fields, kind } = RESOURCES[resource];
  const { matches } = parseSelection(call.query, call.info.namespace, fields);
  const items = remover.stores[resource].list().filter(matches);
  if (!isDryRun) for (const object of items) removeObject(remover, resource, { object, propagation });
  const body = { kind: `${kind}List`, apiVersion: apiVersionOf(resource), metadata: {}, items };
  return { kind: 'json', status: 200, body, warnings };
}

/** What the body and the query of a deletion ask for. */
async function readDeletion(call: ResourceCall, resource: PlainResource) {
  const options = (await call.readBody()) ?? {};
  const { isDryRun } = parseWriteOptions(call.query, 'DeleteOptions');
  return {
    options,
    isDryRun: isDryRun || valueAt(options, 'dryRun') !== undefined,
    ...readPropagation(resource, call.query, options),
  };
}

const JOB_WARNING =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning';

/** A Job orphans its pods unless a request says otherwise, for historical reasons. */
function readPropagation(
  resource: PlainResource,
  query: URLSearchParams,
  options: unknown,
): { readonly propagation: Propagation; readonly warnings: readonly string[] } {
  const asked = valueAt(options, 'propagationPolicy') ?? query.get('propagationPolicy');
  const orphans = valueAt(options, 'orphanDependents') ?? query.get('orphanDependents') === 'true';
  if (asked === 'Background' || asked === 'Foreground' || asked === 'Orphan') {
    return { propagation: asked, warnings: [] };
  }
  if (typeof asked === 'string' && asked !== '') {
    throw badRequest(
      `DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "${asked}"`,
    );
  }
  if (orphans === true) return { propagation: 'Orphan', warnings: [] };
  return resource === 'jobs'
    ? { propagation: 'Orphan', warnings: [JOB_WARNING] }
    : { propagation: 'Background', warnings: [] };
}

function checkPreconditions(resource: PlainResource, { metadata }: PlainObject, options: unknown): void {
  const { uid = '', resourceVersion = '', name = '' } = metadata;
  const wantedUid = textAt(options, 'preconditions.uid');
  const wantedVersion = textAt(options, 'preconditions.resourceVersion');
  const refuse = (why: string): Error => conflict({ kind: qualifiedName(resource), name }, why);
  if (wantedUid !== '' && wantedUid !== uid) {
    throw refuse(`Precondition failed: UID in precondition: ${wantedUid}, UID in object meta: ${uid}`);
  }
  if (wantedVersion !== '' && wantedVersion !== resourceVersion) {
    throw refuse(
      `Precondition failed: ResourceVersion in precondition: ${wantedVersion}, ResourceVersion in object meta: ${resourceVersion}`,
    );
  }
}

function deletedStatus(resource: PlainResource, { metadata }: PlainObject): JsonObject {
  const { group } = RESOURCES[resource];
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      name: metadata.name,
      ...(group === '' ? {} : { group }),
      kind: resource,
      uid: metadata.uid,
    },
  };
}
