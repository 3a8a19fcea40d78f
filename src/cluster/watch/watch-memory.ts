import type { ObjectMeta } from '../../pod/types.ts';
import type { WatchedObject } from './watch-line.ts';

/** One change of the watched objects. */
export type WatchEvent<T extends WatchedObject> =
  | { readonly type: 'added' | 'modified'; readonly object: T }
  /** Changed while the watch was interrupted. States in between can be missing. */
  | { readonly type: 'relisted'; readonly object: T }
  /** The whole object, or only its metadata if it went missing while the watch was interrupted. */
  | { readonly type: 'deleted'; readonly object: Partial<T> & WatchedObject };

/** Compares a new list, page by page, with what the caller knows. */
interface Comparison<T extends WatchedObject> {
  readonly see: (items: readonly T[]) => readonly WatchEvent<T>[];
  /** The deletions, after the last page. */
  readonly end: () => readonly WatchEvent<T>[];
}

/** Remembers what the caller has received, so that no change comes twice. */
export interface WatchMemory<T extends WatchedObject> {
  /** The event for a change that the server sent; undefined if the caller knows it. */
  readonly note: (type: 'added' | 'modified' | 'deleted', object: T) => WatchEvent<T> | undefined;
  readonly compare: () => Comparison<T>;
}

/** Keeps a few fields of metadata per object, so that ten thousand objects stay small. */
export function makeWatchMemory<T extends WatchedObject>(known: readonly WatchedObject[]): WatchMemory<T> {
  const seen = new Map(known.map((object) => [keyOf(object), briefOf(object.metadata)]));
  return {
    note: (type, object) => {
      const key = keyOf(object);
      if (type === 'deleted') {
        seen.delete(key);
        return { type, object };
      }
      if (seen.get(key)?.resourceVersion === object.metadata.resourceVersion) return undefined;
      seen.set(key, briefOf(object.metadata));
      return { type, object };
    },
    compare: () => startComparison(seen),
  };
}

function startComparison<T extends WatchedObject>(seen: Map<string, ObjectMeta>): Comparison<T> {
  const listed = new Set<string>();
  return {
    see: (items) =>
      items.flatMap((object) => {
        const key = keyOf(object);
        const before = seen.get(key);
        listed.add(key);
        seen.set(key, briefOf(object.metadata));
        return eventsBetween(before, object);
      }),
    end: () => {
      const gone = [...seen].filter(([key]) => !listed.has(key));
      for (const [key] of gone) seen.delete(key);
      return gone.map(([, metadata]) => deletionOf<T>(metadata));
    },
  };
}

function eventsBetween<T extends WatchedObject>(
  before: ObjectMeta | undefined,
  object: T,
): readonly WatchEvent<T>[] {
  const { uid, resourceVersion } = object.metadata;
  if (before === undefined) return [{ type: 'added', object }];
  if (before.uid !== undefined && before.uid !== uid) return [deletionOf(before), { type: 'added', object }];
  return before.resourceVersion === resourceVersion ? [] : [{ type: 'relisted', object }];
}

function deletionOf<T extends WatchedObject>(metadata: ObjectMeta): WatchEvent<T> {
  // Valid, as all fields but metadata are optional in a deleted object.
  return { type: 'deleted', object: { metadata } as Partial<T> & WatchedObject };
}

function keyOf({ metadata }: WatchedObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
}

function briefOf({ name, namespace, uid, resourceVersion }: ObjectMeta): ObjectMeta {
  return {
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}
