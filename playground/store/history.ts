import { keyOf, type StoredObject } from './stored-object.ts';
import { createSortedMap } from './sorted-map.ts';

/** One change of one object; `before` is undefined when it was created, `after` when it was deleted. */
export interface StoreEvent<T> {
  readonly version: number;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** The last changes of the objects of one resource. */
export interface History<T> {
  readonly add: (event: StoreEvent<T>) => void;
  /** The changes after `version`, oldest first; undefined if some of them are forgotten. */
  readonly after: (version: number) => readonly StoreEvent<T>[] | undefined;
  /** The oldest version that `after` can answer. */
  readonly oldestVersion: () => number;
  readonly forget: (version: number) => void;
}

/** Keeps at least the last `limit` changes; `first` is the version before all of them. */
export function createHistory<T>(first: number, limit: number): History<T> {
  let events: StoreEvent<T>[] = [];
  let oldest = first;
  return {
    add: (event) => {
      events.push(event);
      // Dropping many at once keeps `add` cheap.
      if (events.length < 2 * limit) return;
      oldest = events[limit - 1]?.version ?? oldest;
      events = events.slice(limit);
    },
    after: (version) => {
      if (version < oldest) return undefined;
      const start = events.findLastIndex((event) => event.version <= version) + 1;
      return events.slice(start);
    },
    oldestVersion: () => oldest,
    forget: (version) => {
      events = [];
      oldest = version;
    },
  };
}

/** The objects as they were before `events`, ordered by key. */
export function undo<T extends StoredObject>(
  objects: readonly T[],
  events: readonly StoreEvent<T>[],
): readonly T[] {
  if (events.length === 0) return objects;
  const then = createSortedMap(objects.map((object) => [keyOf(object.metadata), object] as const));
  for (const { before, after } of [...events].reverse()) {
    if (before !== undefined) then.set(keyOf(before.metadata), before);
    else if (after !== undefined) then.delete(keyOf(after.metadata));
  }
  return then.list();
}
