import type { ObjectMeta } from '../pod/types.ts';
import type { ApiStatus } from './api-error.ts';

/** An object that can be watched. */
export interface Watched {
  readonly metadata: ObjectMeta;
}

/** One line of a watch, as the server sends it. */
export type WatchLine<T> =
  | { readonly kind: 'change'; readonly type: 'added' | 'modified' | 'deleted'; readonly object: T }
  /** Everything up to this version has been sent. */
  | { readonly kind: 'bookmark'; readonly resourceVersion: string }
  | { readonly kind: 'error'; readonly status: ApiStatus };

const CHANGES = { ADDED: 'added', MODIFIED: 'modified', DELETED: 'deleted' } as const;

function isChange(type: string): type is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, type);
}

/**
 * Reads one document of a watch stream; undefined for a type that this program does not know.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function parseWatchLine<T extends Watched>(line: unknown): WatchLine<T> | undefined {
  // The server's own word for its objects: the one place where their shape is taken on trust.
  const { type, object } = line as { readonly type: string; readonly object: T & ApiStatus };
  if (isChange(type)) return { kind: 'change', type: CHANGES[type], object };
  if (type === 'BOOKMARK')
    return { kind: 'bookmark', resourceVersion: object.metadata.resourceVersion ?? '' };
  if (type === 'ERROR') return { kind: 'error', status: object };
  return undefined;
}
