/** A map that lists its values by key; the list is kept until a change. */
interface SortedMap<T> {
  readonly get: (key: string) => T | undefined;
  /** Both return the earlier value. */
  readonly set: (key: string, value: T) => T | undefined;
  readonly delete: (key: string) => T | undefined;
  readonly list: () => readonly T[];
}

/** A map with these entries. */
export function createSortedMap<T>(entries: Iterable<readonly [string, T]> = []): SortedMap<T> {
  const values = new Map(entries);
  let keys: readonly string[] | undefined;
  let list: readonly T[] | undefined;
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      const before = values.get(key);
      if (before === undefined) keys = undefined;
      list = undefined;
      values.set(key, value);
      return before;
    },
    delete: (key) => {
      const before = values.get(key);
      if (before === undefined) return undefined;
      keys = undefined;
      list = undefined;
      values.delete(key);
      return before;
    },
    list: () => {
      keys ??= [...values.keys()].sort();
      list ??= keys.flatMap((key) => values.get(key) ?? []);
      return list;
    },
  };
}
