import type { ObjectMeta } from '../../pod/types.ts';
import type { ApiStatus } from '../refusals/api-error.ts';
import { ANY_OBJECT, WATCH_LINE } from '../objects/object-shapes.ts';
import { API_STATUS } from '../objects/status-shape.ts';
import { normalizeObject, type Shape } from '../objects/normalize-object.ts';

/** Any object in a watch. */
export interface WatchedObject {
  readonly metadata: ObjectMeta;
}

/** One line of a watch. */
export type WatchLine<T> =
  | { readonly kind: 'change'; readonly type: 'added' | 'modified' | 'deleted'; readonly object: T }
  /** The server has sent all changes up to this version. */
  | { readonly kind: 'bookmark'; readonly resourceVersion: string }
  | { readonly kind: 'error'; readonly status: ApiStatus };

const CHANGES = { ADDED: 'added', MODIFIED: 'modified', DELETED: 'deleted' } as const;

function isChange(type: string): type is keyof typeof CHANGES {
  return Object.hasOwn(CHANGES, type);
}

/**
 * Parses one line of a watch; undefined for an unknown type. `shape` is the shape of an object. Throws
 * `server-error` for an object of another shape.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function parseWatchLine<T extends WatchedObject>(
  line: unknown,
  { path, shape }: { readonly path: string; readonly shape: Shape },
): WatchLine<T> | undefined {
  const subject = `the API server answered the watch of ${path}`;
  const read = (value: unknown, wanted: Shape): unknown => normalizeObject(value, wanted, subject);
  const { type, object } = read(line, WATCH_LINE) as { readonly type: string; readonly object?: unknown };
  if (isChange(type)) return { kind: 'change', type: CHANGES[type], object: read(object, shape) as T };
  if (type === 'BOOKMARK') {
    const { metadata } = read(object, ANY_OBJECT) as WatchedObject;
    return { kind: 'bookmark', resourceVersion: metadata.resourceVersion ?? '' };
  }
  if (type === 'ERROR') return { kind: 'error', status: read(object, API_STATUS) as ApiStatus };
  return undefined;
}
