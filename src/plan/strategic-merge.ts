import type { FieldSchema, Fields } from './custom-schema.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, neither a list nor null. */
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

/** Merges each item of the patch into the item with its key, or adds it at the end. */
function mergeItems(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  { key, fields }: KeyedList,
): readonly JsonObject[] {
  const merged = [...original];
  for (const item of patch) {
    const index = merged.findIndex((candidate) => candidate[key] === item[key]);
    const before = merged[index];
    if (before === undefined) merged.push(item);
    else merged[index] = mergeStruct(fields, before, item);
  }
  return merged;
}

/**
 * The order that the API's strategic merge gives a list: the patch's items in the patch's order come first, save
 * that an item of the original alone comes before those that followed it there.
 */
function mergeList(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  list: KeyedList,
): readonly JsonObject[] {
  const { key } = list;
  const place = (items: readonly JsonObject[], item: JsonObject): number =>
    items.findIndex((candidate) => candidate[key] === item[key]);
  const merged = mergeItems(original, patch, list);
  const patched = merged
    .filter((item) => place(patch, item) >= 0)
    .sort((one, other) => place(patch, one) - place(patch, other));
  const ordered: JsonObject[] = [];
  for (const untouched of merged.filter((item) => place(patch, item) < 0)) {
    while (patched[0] !== undefined && !isBefore(place(original, untouched), place(original, patched[0]))) {
      ordered.push(...patched.splice(0, 1));
    }
    ordered.push(untouched);
  }
  return [...ordered, ...patched];
}

/** Places of -1 are those of items that the original does not have, which nothing comes before. */
function isBefore(place: number, other: number): boolean {
  return other >= 0 && place < other;
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
 * Lays a patch over an object by the rules of the API's strategic merge, without its directives. What the patch
 * leaves out stays. See https://github.com/kubernetes/community/blob/main/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function mergeStruct(fields: Fields, original: JsonObject, patch: JsonObject): JsonObject {
  const merged = Object.entries(patch).map(([name, value]): readonly [string, unknown] => [
    name,
    mergeField(fields[name], original[name], value),
  ]);
  return { ...original, ...Object.fromEntries(merged) };
}
