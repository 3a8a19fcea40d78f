/** A JSON object with unchecked fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, not an array or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a dotted path such as `spec.nodeName`; undefined where the path leaves the object. */
export function valueAt(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), object);
}

/** The text at a dotted path; empty where there is none. */
export function textAt(object: unknown, path: string): string {
  const value = valueAt(object, path);
  return typeof value === 'string' ? value : '';
}

/** The objects in the list at a dotted path; none where there is no list. */
export function listAt(object: unknown, path: string): readonly JsonObject[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * A value as Go's `%v` prints it: `map[a:1 b:[x y]]`. The API server's error messages contain whole patches like
 * that.
 */
export function formatGoValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatGoValue).join(' ')}]`;
  if (isJsonObject(value)) {
    const entries = Object.keys(value).sort();
    return `map[${entries.map((key) => `${key}:${formatGoValue(value[key])}`).join(' ')}]`;
  }
  if (value === null || value === undefined) return '<nil>';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
