import { createHistory, type History, type StoreEvent, undo } from './history.ts';
import type { ResourceVersions } from './resource-versions.ts';
import { createSortedMap } from './sorted-map.ts';
import { keyOf, type StoredObject } from './stored-object.ts';

/** What reads need of a store. */
export interface ReadableStore<T extends StoredObject> {
  readonly get: (key: string) => T | undefined;
  /** All objects as they are now, ordered by key. */
  readonly list: () => readonly T[];
  /** All objects as they were at `version`, ordered by key; undefined when that was forgotten. */
  readonly listAt: (version: number) => readonly T[] | undefined;
  /** What changed after `version`, oldest first; undefined when some of it was forgotten. */
  readonly eventsAfter: (version: number) => readonly StoreEvent<T>[] | undefined;
  /** The oldest version that `eventsAfter` still answers. */
  readonly oldestVersion: () => number;
  /** Calls `listener` at each change, in order, until the returned function is called. */
  readonly subscribe: (listener: (event: StoreEvent<T>) => void) => () => void;
}

/** The objects of one resource. */
export interface Store<T extends StoredObject> extends ReadableStore<T> {
  /** Stores an object in place of the one with its key, stamped with the next resource version. */
  readonly put: (object: T) => T;
  /** Returns the version of the deletion; the current one when there was nothing to delete. */
  readonly remove: (key: string) => number;
  /** Forgets the history up to now, as a compaction of etcd does. */
  readonly compact: () => void;
}

/**
 * The objects of one resource with a history of their changes. The history keeps the last `historyLimit`
 * changes at least; older versions are "too old" for watches and lists.
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

/** The objects at an earlier version; the last answer is kept, as a paged list asks for one version many times. */
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
