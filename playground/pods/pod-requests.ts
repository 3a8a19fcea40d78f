import { podRef } from '../../src/pod/pod-ref.ts';
import type { Pod, PodRef } from '../../src/pod/types.ts';
import type { ResourceCall } from '../api/request/api-call.ts';
import { checkJson, mediaType } from '../api/request/media-type.ts';
import type { Reply } from '../api/request/reply.ts';
import { alreadyExists, conflict, notFound, unsupportedPatchType } from '../api/request/status-error.ts';
import { type JsonObject, valueAt } from '../json.ts';
import { parseInteger } from '../read/list-options.ts';
import type { Stores } from '../store/objects.ts';
import { keyOf } from '../store/stored-object.ts';
import { parseBehaviour } from './behaviours.ts';
import { parsePod } from './parse-pod.ts';
import { patchEphemeralContainers } from './patch-ephemeral-containers.ts';
import type { PodLifecycle } from './pod-lifecycle.ts';
import { parseWriteOptions } from './write-options.ts';

/** The parts of the server that requests for changes of pods need. */
export interface PodWriter {
  readonly stores: Stores;
  readonly lifecycle: PodLifecycle;
  /** Five characters that complete a `generateName`. */
  readonly newSuffix: () => string;
}

/** Creates the pod of the request's body. Throws `StatusError` 400, 404, 409, 415, 422. */
export async function createPod(
  { stores, lifecycle, newSuffix }: PodWriter,
  call: ResourceCall,
): Promise<Reply> {
  const { namespace = '' } = call.info;
  const options = parseWriteOptions(call.query, 'CreateOptions');
  checkJson(call.headers);
  const target = { namespace, suffix: newSuffix() };
  const { pod, warnings } = parsePod(await call.readBody(), target, options);
  if (stores.namespaces.get(namespace) === undefined) throw notFound('namespaces', namespace);
  const { name } = podRef(pod);
  if (stores.pods.get(keyOf(pod.metadata)) !== undefined) throw alreadyExists('pods', name);
  const behaviour = parseBehaviour(pod);
  const prepared = withManager(lifecycle.prepare(pod), options.manager);
  const body = options.isDryRun ? prepared : lifecycle.create(prepared, behaviour);
  return { kind: 'json', status: 201, body: wirePod(body), warnings };
}

/** The managed fields of a new pod. A server also lists the fields, but our program reads only the manager. */
function withManager(pod: Pod, manager: string): Pod {
  if (manager === '') return pod;
  const managedFields = [{ manager, operation: 'Update' }];
  return { ...pod, metadata: { ...pod.metadata, managedFields } };
}

/** Deletes a pod, gracefully unless told otherwise. Throws `StatusError` 404 and 409. */
export async function deletePod({ stores, lifecycle }: PodWriter, call: ResourceCall): Promise<Reply> {
  const pod = requirePod(stores, call);
  const options = (await call.readBody()) ?? {};
  const { isDryRun } = parseWriteOptions(call.query, 'DeleteOptions');
  const inBody = valueAt(options, 'gracePeriodSeconds');
  const grace = typeof inBody === 'number' ? inBody : parseInteger(call.query.get('gracePeriodSeconds'));
  checkPreconditions(pod, valueAt(options, 'preconditions.uid'));
  return { kind: 'json', status: 200, body: wirePod(isDryRun ? pod : lifecycle.remove(pod, grace)) };
}

function checkPreconditions(pod: Pod, uid: unknown): void {
  const recorded = pod.metadata.uid ?? '';
  if (typeof uid !== 'string' || uid === recorded) return;
  const why =
    `the UID in the precondition (${uid}) does not match the UID in record (${recorded}). ` +
    'The object might have been deleted and then recreated';
  throw conflict({ kind: 'Pod', name: podRef(pod).name }, why);
}

const STRATEGIC_MERGE = 'application/strategic-merge-patch+json';

/** Patches a pod's ephemeral containers. Throws `StatusError` 400, 404, 409, 415, 422, 500. */
export async function patchPod({ stores, lifecycle }: PodWriter, call: ResourceCall): Promise<Reply> {
  if (mediaType(call.headers) !== STRATEGIC_MERGE) throw unsupportedPatchType();
  const options = parseWriteOptions(call.query, 'PatchOptions');
  const body = await call.readBody();
  const pod = requirePod(stores, call);
  const { containers, warnings } = patchEphemeralContainers(pod, body, options);
  const isUnchanged = JSON.stringify(containers) === JSON.stringify(pod.spec.ephemeralContainers ?? []);
  const isStored = !isUnchanged && !options.isDryRun;
  const patched = isStored
    ? lifecycle.setEphemeralContainers(pod, containers)
    : { ...pod, spec: { ...pod.spec, ephemeralContainers: containers } };
  return { kind: 'json', status: 200, body: wirePod(patched), warnings };
}

/** The pod that a request names. Throws `StatusError` 404. */
export function requirePod({ pods }: Pick<Stores, 'pods'>, { info }: ResourceCall): Pod {
  const ref: PodRef = { namespace: info.namespace ?? '', name: info.name ?? '' };
  const pod = pods.get(keyOf(ref));
  if (pod === undefined) throw notFound('pods', ref.name);
  return pod;
}

/** A stored pod with `kind` and `apiVersion`, for a reply. */
export function wirePod(pod: Pod): JsonObject {
  return { kind: 'Pod', apiVersion: 'v1', ...pod };
}
