import type { StoreEvent } from '../store/history.ts';
import type { StoredObject } from '../store/stored-object.ts';

/** One event of a watch. */
export type WatchEvent<T> =
  | { readonly kind: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T }
  | { readonly kind: 'BOOKMARK'; readonly version: number; readonly endsInitialEvents: boolean };

/**
 * A change as a watch with a selector sees it. An object that begins to match is added; one that no longer matches is
 * deleted, as it was before the change but with the new version. undefined if it matched neither before nor after.
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
