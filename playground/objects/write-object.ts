import type { ResourceCall } from '../api/request/api-call.ts';
import { checkJson } from '../api/request/media-type.ts';
import type { Reply } from '../api/request/reply.ts';
import { apiVersionOf, qualifiedName, RESOURCES } from '../api/request/resources.ts';
import {
  alreadyExists,
  cause,
  conflict,
  invalid,
  notFound,
  type StatusCause,
} from '../api/request/status-error.ts';
import type { JsonObject } from '../json.ts';
import { applyJobDefaults } from '../jobs/job-defaults.ts';
import { namespaceMismatch } from '../pods/patch-ephemeral-containers.ts';
import { parseWriteOptions, type WriteOptions } from '../pods/write-options.ts';
import type { PlainObject, PlainResource, Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { formatTime } from '../timestamps.ts';
import { applyPatch } from './apply-patch.ts';
import { checkObject } from './check-object.ts';
import { checkEscalation } from './rbac/check-escalation.ts';
import type { Rights } from '../api/request/authorize.ts';
import { nameOf, parseObject } from './parse-object.ts';

/** The parts of the server that requests for changes of plain objects need. */
export interface ObjectWriter {
  readonly stores: Stores;
  readonly rights: Rights;
  /** Five characters that complete a `generateName`. */
  readonly newSuffix: () => string;
  readonly now: () => Date;
}

/** Creates the object of the request's body. Rejects with `StatusError` 400, 403, 404, 409, 415, 422. */
export async function createObject(
  writer: ObjectWriter,
  call: ResourceCall,
  resource: PlainResource,
): Promise<Reply> {
  checkJson(call.headers);
  const options = parseWriteOptions(call.query, 'CreateOptions');
  const { object: given, warnings } = parseObject(resource, await call.readBody(), options);
  const { namespace } = call.info;
  if (namespace !== undefined && (given.metadata.namespace ?? namespace) !== namespace) {
    throw namespaceMismatch();
  }
  const object = prepare(writer, given, { resource, namespace, manager: options.manager });
  refuseWrong(resource, object, checkObject(resource, object, undefined));
  if (namespace !== undefined && writer.stores.namespaces.get(namespace) === undefined) {
    throw notFound('namespaces', namespace);
  }
  const { name = '' } = object.metadata;
  const store = writer.stores[resource];
  if (store.get(keyOf(object.metadata)) !== undefined) throw alreadyExists(qualifiedName(resource), name);
  checkEscalation(writer, { resource, object, user: call.user });
  const stored = options.isDryRun ? object : store.put(object);
  return { kind: 'json', status: 201, body: wireObject(resource, stored), warnings };
}

interface NewObject {
  readonly resource: PlainResource;
  readonly namespace: string | undefined;
  readonly manager: string;
}

function prepare(
  { newSuffix, now }: ObjectWriter,
  given: PlainObject,
  { resource, namespace, manager }: NewObject,
): PlainObject {
  const object = {
    ...given,
    metadata: {
      ...Object.fromEntries(
        Object.entries(given.metadata).filter(([field]) => !SERVER_METADATA.includes(field)),
      ),
      name: nameOf(given, newSuffix()),
      ...(namespace === undefined ? {} : { namespace }),
      uid: crypto.randomUUID(),
      creationTimestamp: formatTime(now()),
      // A server also lists the fields, but our program reads only the manager.
      ...(manager === '' ? {} : { managedFields: [{ manager, operation: 'Update' }] }),
    },
  };
  return resource === 'jobs' ? applyJobDefaults(object) : object;
}

/** Replaces an object by the request's body. Rejects with `StatusError` 400, 403, 404, 409, 415, 422. */
export async function updateObject(
  writer: ObjectWriter,
  call: ResourceCall,
  resource: PlainResource,
): Promise<Reply> {
  checkJson(call.headers);
  const options = parseWriteOptions(call.query, 'UpdateOptions');
  const before = requireObject(writer.stores, call, resource);
  return storeChange(writer, call, { resource, before, body: await call.readBody(), options });
}

/** Patches an object. Rejects with `StatusError` 400, 403, 404, 409, 415, 422, 500. */
export async function patchObject(
  writer: ObjectWriter,
  call: ResourceCall,
  resource: PlainResource,
): Promise<Reply> {
  const options = parseWriteOptions(call.query, 'PatchOptions');
  const patch = await call.readBody();
  // Read after the body has come: two patches of one object must not undo each other.
  const before = requireObject(writer.stores, call, resource);
  const body = applyPatch(wireObject(resource, before), patch, call);
  return storeChange(writer, call, { resource, before, body, options });
}

interface Change {
  readonly resource: PlainResource;
  readonly before: PlainObject;
  readonly body: unknown;
  readonly options: WriteOptions;
}

function storeChange(
  writer: ObjectWriter,
  call: ResourceCall,
  { resource, before, body, options }: Change,
): Reply {
  const { object: given, warnings } = parseObject(resource, body, options);
  checkVersion(resource, given, before);
  const object = keepServerFields(resource, given, before);
  refuseWrong(resource, object, [...uidCauses(given, before), ...checkObject(resource, object, before)]);
  checkEscalation(writer, { resource, object, user: call.user });
  const isUnchanged = JSON.stringify(object) === JSON.stringify(before);
  const stored = isUnchanged || options.isDryRun ? object : putOrFinish(writer, resource, object);
  return { kind: 'json', status: 200, body: wireObject(resource, stored), warnings };
}

/** An object that waits for its deletion is gone with its last finalizer. */
function putOrFinish({ stores }: ObjectWriter, resource: PlainResource, object: PlainObject): PlainObject {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  const stored = stores[resource].put(object);
  if (deletionTimestamp !== undefined && finalizers.length === 0)
    stores[resource].remove(keyOf(object.metadata));
  return stored;
}

function checkVersion(resource: PlainResource, given: PlainObject, before: PlainObject): void {
  const { resourceVersion = '' } = given.metadata;
  if (resourceVersion === '' || resourceVersion === before.metadata.resourceVersion) return;
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  throw conflict({ kind: qualifiedName(resource), name: before.metadata.name ?? '' }, why);
}

function uidCauses({ metadata: { uid } }: PlainObject, { metadata }: PlainObject): readonly StatusCause[] {
  if (uid === undefined || uid === metadata.uid) return [];
  return [cause.invalid('metadata.uid', JSON.stringify(uid), 'field is immutable')];
}

const SERVER_METADATA = [
  ...['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'generation'],
  ...['deletionTimestamp', 'deletionGracePeriodSeconds', 'managedFields'],
];

/** The fields that only the server writes stay as they are; a changed spec is a new generation. */
function keepServerFields(resource: PlainResource, given: PlainObject, before: PlainObject): PlainObject {
  const own = Object.entries(before.metadata).filter(([field]) => SERVER_METADATA.includes(field));
  const kept = { ...given, metadata: { ...given.metadata, ...Object.fromEntries(own) } };
  if (resource !== 'jobs') return reorder(kept, before);
  const isSame = JSON.stringify(given['spec']) === JSON.stringify(before['spec']);
  const generation = (before.metadata.generation ?? 1) + (isSame ? 0 : 1);
  return reorder({ ...kept, status: before['status'], metadata: { ...kept.metadata, generation } }, before);
}

/** The fields in their earlier order, so that an unchanged object is equal as text. */
function reorder(object: PlainObject, before: PlainObject): PlainObject {
  const order = (fields: JsonObject, earlier: JsonObject): JsonObject => {
    const keys = [...new Set([...Object.keys(earlier), ...Object.keys(fields)])];
    return Object.fromEntries(
      keys.flatMap((key) => (Object.hasOwn(fields, key) ? [[key, fields[key]]] : [])),
    );
  };
  const metadata = order({ ...object.metadata }, { ...before.metadata });
  return { ...order(object, before), metadata };
}

function refuseWrong(resource: PlainResource, object: PlainObject, causes: readonly StatusCause[]): void {
  if (causes.length === 0) return;
  const { kind, group } = RESOURCES[resource];
  throw invalid({ kind, ...(group === '' ? {} : { group }), name: object.metadata.name ?? '' }, causes);
}

/** The object that a request names. Throws `StatusError` 404. */
export function requireObject(
  stores: Stores,
  { info: { namespace, name = '' } }: ResourceCall,
  resource: PlainResource,
): PlainObject {
  const key = keyOf(namespace === undefined ? { name } : { namespace, name });
  const object = stores[resource].get(key);
  if (object === undefined) throw notFound(qualifiedName(resource), name);
  return object;
}

/** A stored object with `kind` and `apiVersion`, for a reply. */
export function wireObject(resource: PlainResource, object: PlainObject): JsonObject {
  return { kind: RESOURCES[resource].kind, apiVersion: apiVersionOf(resource), ...object };
}
