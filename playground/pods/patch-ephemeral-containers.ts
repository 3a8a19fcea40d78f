import { podRef } from '../../src/pod/pod-ref.ts';
import type { EphemeralContainer, Pod } from '../../src/pod/types.ts';
import {
  badRequest,
  cause,
  conflict,
  invalid,
  type StatusCause,
  type StatusError,
} from '../api/request/status-error.ts';
import { formatGoValue, isJsonObject, type JsonObject, valueAt } from '../json.ts';
import { checkFields, pruneFields } from './check-fields.ts';
import { EPHEMERAL_CONTAINERS_TYPE, POD_TYPE } from './field-types.ts';
import { applyContainerDefaults } from './pod-spec-defaults.ts';
import { mergeStrategically } from './strategic-merge.ts';
import { validateEphemeralContainers } from './validate-ephemeral-containers.ts';
import type { WriteOptions } from './write-options.ts';

interface PatchResult {
  /** All ephemeral containers of the pod after the patch. */
  readonly containers: readonly EphemeralContainer[];
  /** For `Warning` headers. */
  readonly warnings: readonly string[];
}

/**
 * Applies a strategic merge patch of `pods/NAME/ephemeralcontainers` to a pod. It changes only the ephemeral
 * containers; uid, name, namespace and resourceVersion in the patch are conditions. Throws `StatusError` 400, 409,
 * 422 and 500 as a server does.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#patch-partially-update-ephemeralcontainers-of-the-specified-pod
 */
export function patchEphemeralContainers(
  pod: Pod,
  body: unknown,
  options: Pick<WriteOptions, 'fieldValidation'>,
): PatchResult {
  const patch = readPatch(body);
  const merged = mergeStrategically(
    { spec: { ephemeralContainers: pod.spec.ephemeralContainers ?? [] } },
    patch,
  );
  const warnings = checkPatch(patch, options);
  checkIdentity(pod, patch);
  const containers = readContainers(valueAt(merged, 'spec.ephemeralContainers')).map(applyContainerDefaults);
  const causes = [...uidCauses(pod, patch), ...validateEphemeralContainers(pod, containers)];
  if (causes.length > 0) throw invalid({ kind: 'Pod', name: podRef(pod).name }, causes);
  return { containers, warnings };
}

function readPatch(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  const kind = Array.isArray(body) ? 'array' : typeof body;
  throw badRequest(`json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`);
}

/**
 * Checks types and unknown fields. A strict server repeats the whole patch in its message, values of variables
 * included.
 */
function checkPatch(
  patch: JsonObject,
  { fieldValidation }: Pick<WriteOptions, 'fieldValidation'>,
): readonly string[] {
  const { unknown, mismatches } = checkFields(patch, POD_TYPE);
  const [mismatch] = mismatches;
  if (mismatch !== undefined) throw undecodable(patch, mismatch);
  if (unknown.length === 0 || fieldValidation === 'Ignore') return [];
  const texts = unknown.map((path) => `unknown field "${path}"`);
  if (fieldValidation === 'Warn') return texts;
  throw undecodable(patch, `strict decoding error: ${texts.join(', ')}`);
}

function undecodable(patch: JsonObject, why: string): StatusError {
  const value = JSON.stringify(formatGoValue(patch));
  return invalid({ kind: '', name: '' }, [cause.invalid('patch', value, why)]);
}

function checkIdentity(pod: Pod, patch: JsonObject): void {
  const { namespace, name } = podRef(pod);
  const asked = (field: string): unknown => valueAt(patch, `metadata.${field}`) ?? undefined;
  if ((asked('name') ?? name) !== name) {
    throw badRequest(
      `the name of the object (${String(asked('name'))}) does not match the name on the URL (${name})`,
    );
  }
  if ((asked('namespace') ?? namespace) !== namespace) throw namespaceMismatch();
  if ((asked('resourceVersion') ?? pod.metadata.resourceVersion) !== pod.metadata.resourceVersion) {
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    throw conflict({ kind: 'pods', name }, why);
  }
}

/** 400 for an object in another namespace than the request's path. */
export function namespaceMismatch(): StatusError {
  return badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

/** Two checks of a real server find the same error, so the cause is listed twice. */
function uidCauses(pod: Pod, patch: JsonObject): readonly StatusCause[] {
  const uid = valueAt(patch, 'metadata.uid');
  if (typeof uid !== 'string' || uid === pod.metadata.uid) return [];
  const found = cause.invalid('metadata.uid', JSON.stringify(uid), 'field is immutable');
  return [found, found];
}

function readContainers(value: unknown): readonly EphemeralContainer[] {
  // The types were checked, and the merge refuses containers without a name.
  return pruneFields(value ?? [], EPHEMERAL_CONTAINERS_TYPE) as readonly EphemeralContainer[];
}
