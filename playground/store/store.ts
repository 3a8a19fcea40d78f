import { createHistory, type History, type StoreEvent, undo } from './history.ts';
import type { ResourceVersions } from './resource-versions.ts';
import { createSortedMap } from './sorted-map.ts';
import { keyOf, type StoredObject } from './stored-object.ts';

/** The part of a store that reads need. */
export interface ReadableStore<T extends StoredObject> {
  readonly get: (key: string) => T | undefined;
  /** All objects, sorted by key. */
  readonly list: () => readonly T[];
  /** All objects at `version`, sorted by key; undefined if that is forgotten. */
  readonly listAt: (version: number) => readonly T[] | undefined;
  /** The changes after `version`, oldest first; undefined if some of them are forgotten. */
  readonly eventsAfter: (version: number) => readonly StoreEvent<T>[] | undefined;
  /** The oldest version that `eventsAfter` can answer. */
  readonly oldestVersion: () => number;
  /** Calls `listener` for each change in order, until the returned function is called. */
  readonly subscribe: (listener: (event: StoreEvent<T>) => void) => () => void;
}

/** The objects of one resource. */
export interface Store<T extends StoredObject> extends ReadableStore<T> {
  /** Stores an object under its key with the next resource version. */
  readonly put: (object: T) => T;
  /** Returns the version of the deletion, or the current version if there was no such object. */
  readonly remove: (key: string) => number;
  /** Forgets the history, as a compaction of etcd does. */
  readonly compact: () => void;
}

/**
 * The objects of one resource with at least the last `historyLimit` changes; older versions are "too old" for watches
 * and lists.
 */
export function createStore<T extends StoredObject>(
  versions: ResourceVersions,
  historyLimit = 10_000,
): Store<T> {
  const objects = createSortedMap<T>();
  const listeners = new Set<(event: StoreEvent<T>) => void>();
  const history = createHistory<T>(versions.current(), historyLimit);

  function record(event: StoreEvent<T>): void {
    history.add(event);
    for (const listener of [...listeners]) listener(event);
  }

  return {
    get: objects.get,
    list: objects.list,
    listAt: createPast(objects.list, history),
    eventsAfter: history.after,
    oldestVersion: history.oldestVersion,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put: (object) => {
      const version = versions.next();
      const after = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
      record({ version, before: objects.set(keyOf(object.metadata), after), after });
      return after;
    },
    remove: (key) => {
      const before = objects.delete(key);
      if (before === undefined) return versions.current();
      const version = versions.next();
      record({ version, before, after: undefined });
      return version;
    },
    compact: () => history.forget(versions.current()),
  };
}

/**
 * Returns the objects at an earlier version. Keeps the last answer, because a paged list asks for one version many
 * times.
 */
function createPast<T extends StoredObject>(
  list: () => readonly T[],
  history: History<T>,
): (version: number) => readonly T[] | undefined {
  let last: { readonly version: number; readonly objects: readonly T[] } | undefined;
  return (version) => {
    const undone = history.after(version);
    if (undone === undefined) return undefined;
    if (last?.version !== version) last = { version, objects: undo(list(), undone) };
    return last.objects;
  };
}
