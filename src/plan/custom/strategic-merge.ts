import type { FieldSchema, Fields } from './custom-schema.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, so neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObjectList(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isJsonObject);
}

interface KeyedList {
  readonly key: string;
  readonly fields: Fields;
}

/** The index of the first item with each key. */
function placesOf(items: readonly JsonObject[], key: string): Map<unknown, number> {
  return new Map(items.map((item, index): [unknown, number] => [item[key], index]).toReversed());
}

/** Merges each item of the patch into the item with its key, or adds it at the end. */
function mergeItems(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  { key, fields }: KeyedList,
): readonly JsonObject[] {
  const merged = [...original];
  const places = placesOf(merged, key);
  for (const item of patch) {
    const place = places.get(item[key]) ?? merged.length;
    const before = merged[place];
    merged[place] = before === undefined ? item : mergeStruct(fields, before, item);
    places.set(item[key], place);
  }
  return merged;
}

/**
 * Merges two lists in the order of the API's strategic merge: the items of the patch come first, in the order of the
 * patch. An item that only the original has stays before the items that it preceded there.
 */
function mergeList(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  list: KeyedList,
): readonly JsonObject[] {
  const { key } = list;
  const [inPatch, inOriginal] = [placesOf(patch, key), placesOf(original, key)];
  const place = (places: ReadonlyMap<unknown, number>, item: JsonObject): number =>
    places.get(item[key]) ?? -1;
  const merged = mergeItems(original, patch, list);
  const patched = merged
    .filter((item) => place(inPatch, item) >= 0)
    .sort((one, other) => place(inPatch, one) - place(inPatch, other));
  const ordered: JsonObject[] = [];
  let next = 0;
  for (const untouched of merged.filter((item) => place(inPatch, item) < 0)) {
    for (; next < patched.length; next += 1) {
      const item = patched[next];
      // An item that only the patch has is at -1, so it never comes after this one.
      if (item === undefined || place(inOriginal, item) > place(inOriginal, untouched)) break;
      ordered.push(item);
    }
    ordered.push(untouched);
  }
  return [...ordered, ...patched.slice(next)];
}

function keyedList(schema: FieldSchema): KeyedList | undefined {
  if (schema.kind !== 'list' || schema.mergeKey === undefined || schema.of.kind !== 'struct')
    return undefined;
  return { key: schema.mergeKey, fields: schema.of.fields };
}

function mergeField(schema: FieldSchema | undefined, original: unknown, patch: unknown): unknown {
  if (schema === undefined) return patch;
  if (isJsonObject(original) && isJsonObject(patch)) {
    return schema.kind === 'struct' ? mergeStruct(schema.fields, original, patch) : { ...original, ...patch };
  }
  const list = keyedList(schema);
  if (list === undefined || !isObjectList(original) || !isObjectList(patch)) return patch;
  return mergeList(original, patch, list);
}

/**
 * Merges a patch into an object by the rules of the API's strategic merge, without its directives. Fields that the
 * patch leaves out stay. See
 * https://github.com/kubernetes/community/blob/main/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function mergeStruct(fields: Fields, original: JsonObject, patch: JsonObject): JsonObject {
  const merged = Object.entries(patch).map(([name, value]): readonly [string, unknown] => [
    name,
    mergeField(fields[name], original[name], value),
  ]);
  return { ...original, ...Object.fromEntries(merged) };
}
