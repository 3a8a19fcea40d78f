import type { ObjectMeta } from '../../src/pod/types.ts';
import { RESOURCES } from '../api/request/resources.ts';
import { badRequest } from '../api/request/status-error.ts';
import { formatGoValue, isJsonObject, type JsonObject, textAt, valueAt } from '../json.ts';
import { checkFields, pruneFields } from '../pods/check-fields.ts';
import type { WriteOptions } from '../pods/write-options.ts';
import type { PlainObject, PlainResource } from '../store/objects.ts';
import { OBJECT_TYPES } from './object-types.ts';

interface ParsedObject {
  /** Without `kind` and `apiVersion`. */
  readonly object: PlainObject;
  /** For `Warning` headers. */
  readonly warnings: readonly string[];
}

/**
 * Reads an object from a body, or from an object with a patch applied. Throws `StatusError` 400 if it is not one of
 * this resource or, by `fieldValidation`, has unknown fields.
 */
export function parseObject(
  resource: PlainResource,
  body: unknown,
  { fieldValidation }: Pick<WriteOptions, 'fieldValidation'>,
): ParsedObject {
  const { kind } = RESOURCES[resource];
  const given = valueAt(body, 'kind') ?? kind;
  if (!isJsonObject(body) || given !== kind) {
    throw badRequest(`${formatGoValue(given)} in version "v1" cannot be handled as a ${kind}`);
  }
  const { unknown, mismatches } = checkFields(body, OBJECT_TYPES[resource]);
  const texts = unknown.map((path) => `unknown field "${path}"`);
  const isStrict = fieldValidation === 'Strict' && texts.length > 0;
  const problem =
    mismatches[0] ??
    textProblem(resource, body) ??
    (isStrict ? `strict decoding error: ${texts.join(', ')}` : undefined);
  if (problem !== undefined) {
    throw badRequest(`${kind} in version "v1" cannot be handled as a ${kind}: ${problem}`);
  }
  return { object: readObject(resource, body), warnings: fieldValidation === 'Warn' ? texts : [] };
}

function readObject(resource: PlainResource, body: JsonObject): PlainObject {
  const pruned = pruneFields(body, OBJECT_TYPES[resource]);
  const fields = isJsonObject(pruned) ? pruned : {};
  const own = Object.entries(fields).filter(([field]) => !['kind', 'apiVersion', 'metadata'].includes(field));
  return { ...Object.fromEntries(own), metadata: readMetadata(fields['metadata']) };
}

/** Only what the playground reads is checked: a client's metadata has the types of the API. */
function readMetadata(value: unknown): ObjectMeta {
  if (!isJsonObject(value)) return {};
  const present = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return Object.fromEntries(present);
}

/** The decoder's message about a value of a ConfigMap that is not text. */
function textProblem(resource: PlainResource, body: JsonObject): string | undefined {
  if (resource !== 'configmaps') return undefined;
  const { data } = body;
  if (data === undefined || data === null) return undefined;
  const isMap = isJsonObject(data);
  const wrong = isMap ? Object.values(data).find((value) => typeof value !== 'string') : data;
  if (wrong === undefined) return undefined;
  const type = Array.isArray(wrong) ? 'array' : typeof wrong;
  return `json: cannot unmarshal ${type} into Go struct field ConfigMap.data of type string`;
}

/** The object's name; that of `generateName` ends with `suffix`. Empty if there is neither. */
export function nameOf({ metadata }: PlainObject, suffix: string): string {
  if (metadata.name !== undefined && metadata.name !== '') return metadata.name;
  const prefix = textAt(metadata, 'generateName');
  return prefix === '' ? '' : `${prefix}${suffix}`;
}
