/** The optional keys of an object type. */
type OptionalKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

/** A copy of an object without some of its optional fields. */
export function omitFields<T extends object>(object: T, ...keys: readonly OptionalKey<T>[]): T {
  const copy = { ...object };
  for (const key of keys) Reflect.deleteProperty(copy, key);
  return copy;
}
