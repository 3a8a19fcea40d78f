import { mediaType } from '../api/request/media-type.ts';
import { badRequest, unsupportedPatchType } from '../api/request/status-error.ts';
import type { ResourceCall } from '../api/request/api-call.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { mergeStrategically } from '../pods/strategic-merge.ts';
import { applyJsonPatch } from './json-patch.ts';

type Apply = (object: JsonObject, patch: unknown) => JsonObject;

/** How a patch of each media type is applied. */
const PATCH_TYPES: Readonly<Record<string, Apply>> = {
  'application/merge-patch+json': (object, patch) => mergeFields(object, requireObject(patch)),
  'application/strategic-merge-patch+json': (object, patch) =>
    mergeStrategically(object, requireObject(patch)),
  'application/json-patch+json': applyJsonPatch,
};

/** The object with the patch of a request applied. Throws `StatusError` 400, 415, 422, 500. */
export function applyPatch(object: JsonObject, patch: unknown, { headers }: ResourceCall): JsonObject {
  const apply = PATCH_TYPES[mediaType(headers)];
  if (apply === undefined) throw unsupportedPatchType();
  return apply(object, patch);
}

/** See https://www.rfc-editor.org/rfc/rfc7396 */
function mergeFields(object: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(object));
  for (const [key, value] of Object.entries(patch)) {
    const before = merged.get(key);
    if (value === null) merged.delete(key);
    else if (isJsonObject(value)) merged.set(key, mergeFields(isJsonObject(before) ? before : {}, value));
    else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function requireObject(patch: unknown): JsonObject {
  if (isJsonObject(patch)) return patch;
  const kind = Array.isArray(patch) ? 'array' : typeof patch;
  throw badRequest(`json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`);
}
