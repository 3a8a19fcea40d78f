import { StatusError } from '../api/request/status-error.ts';
import { formatGoValue, isJsonObject, type JsonObject } from '../json.ts';

/** The key by which the items of a list are merged; other lists are replaced. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  ephemeralContainers: 'name',
  env: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  ports: 'containerPort',
};

const ORDER_PREFIX = '$setElementOrder/';

/**
 * Applies a strategic merge patch: merges objects field by field, removes fields that are null, merges lists by key
 * or replaces them. Throws `StatusError` 500, as a server does, for an item without its key and an unknown directive.
 * See https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/ and
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function mergeStrategically(original: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(original));
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith('$')) continue;
    if (value === null) merged.delete(key);
    else merged.set(key, mergeField(key, merged.get(key), patch));
  }
  return Object.fromEntries(merged);
}

function mergeField(key: string, original: unknown, patch: JsonObject): unknown {
  const value = patch[key];
  const mergeKey = MERGE_KEYS[key];
  if (Array.isArray(value) && mergeKey !== undefined) {
    const items: readonly unknown[] = Array.isArray(original) ? original : [];
    const order = patch[`${ORDER_PREFIX}${key}`];
    return mergeLists(items.filter(isJsonObject), value, { mergeKey, order });
  }
  if (!isJsonObject(value)) return value;
  return mergeStrategically(isJsonObject(original) ? original : {}, value);
}

interface ListRules {
  readonly mergeKey: string;
  /** `$setElementOrder` of the list, if the patch has one. */
  readonly order: unknown;
}

function mergeLists(
  originals: readonly JsonObject[],
  patch: readonly unknown[],
  { mergeKey, order }: ListRules,
): readonly JsonObject[] {
  const items = patch.filter(isJsonObject);
  if (items.some((item) => item['$patch'] === 'replace')) {
    return items.filter((item) => item['$patch'] === undefined);
  }
  const byName = new Map(originals.map((item) => [item[mergeKey], item]));
  const named: unknown[] = [];
  for (const item of items) {
    const name = keyOfItem(item, mergeKey);
    if (item['$patch'] === 'delete') {
      byName.delete(name);
      continue;
    }
    checkDirective(item);
    byName.set(name, mergeStrategically(byName.get(name) ?? {}, item));
    named.push(name);
  }
  const wanted = Array.isArray(order) ? order.filter(isJsonObject).map((item) => item[mergeKey]) : named;
  const names = mergeOrders(
    wanted,
    originals.map((item) => item[mergeKey]),
  );
  return names.map((name) => byName.get(name)).filter(isJsonObject);
}

function keyOfItem(item: JsonObject, mergeKey: string): unknown {
  if (item[mergeKey] !== undefined) return item[mergeKey];
  throw new StatusError(500, `map: ${formatGoValue(item)} does not contain declared merge key: ${mergeKey}`);
}

function checkDirective(item: JsonObject): void {
  if (item['$patch'] === 'merge')
    throw new StatusError(500, 'merging lists cannot yet be specified in the patch');
}

/**
 * The items of the patch in their order, with the server's other items between them: a new item goes before every
 * item that it need not follow.
 */
function mergeOrders(wanted: readonly unknown[], present: readonly unknown[]): readonly unknown[] {
  const first = [...new Set(wanted)];
  const others = present.filter((name) => !first.includes(name));
  const merged: unknown[] = [];
  for (const name of first) {
    const place = present.indexOf(name);
    while (others.length > 0 && place > present.indexOf(others[0])) merged.push(others.shift());
    merged.push(name);
  }
  return [...merged, ...others];
}
