import type { StoreEvent } from '../store/history.ts';
import type { StoredObject } from '../store/stored-object.ts';

/** One event of a watch, before it is written. */
export type WatchEvent<T> =
  | { readonly kind: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly kind: 'BOOKMARK'; readonly version: number; readonly endsInitialEvents: boolean };

/**
 * What a watch with a selector sees of a change: an object that begins to match is added, one that no longer
 * matches is deleted, as it was before but with the version of the change. undefined when it never matched.
 */
export function toWatchEvent<T extends StoredObject>(
  { version, before, after }: StoreEvent<T>,
  matches: (object: T) => boolean,
): WatchEvent<T> | undefined {
  const matchedBefore = before !== undefined && matches(before);
  if (after !== undefined && matches(after)) {
    return { kind: matchedBefore ? 'MODIFIED' : 'ADDED', object: after };
  }
  if (!matchedBefore) return undefined;
  const metadata = { ...before.metadata, resourceVersion: String(version) };
  return { kind: 'DELETED', object: { ...before, metadata } };
}
