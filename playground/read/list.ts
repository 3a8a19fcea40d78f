import { badRequest, expired, StatusError } from '../api/request/status-error.ts';
import { isJsonObject } from '../json.ts';
import { parseListVersion, tooLargeVersion } from '../store/resource-versions.ts';
import type { ReadableStore } from '../store/store.ts';
import { keyOf, type StoredObject } from '../store/stored-object.ts';
import { checkVersionMatch, parseInteger, type Selection } from './list-options.ts';

/** One page of a list. */
export interface Page<T extends StoredObject> {
  readonly objects: readonly T[];
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

interface Source<T extends StoredObject> {
  readonly store: ReadableStore<T>;
  /** The current version of the cluster. */
  readonly currentVersion: number;
}

/** A continue token; version -1 continues at the newest version, after the server has forgotten the old one. */
interface Continuation {
  readonly version: number;
  readonly after: string;
}

/**
 * Lists the objects of `selection`, in pages if `limit` is given. All pages show the version of the first. Throws
 * `StatusError` 400 and 422 for wrong options, 410 for a forgotten version, 504 for a version that does not exist
 * yet.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export function listPage<T extends StoredObject>(
  source: Source<T>,
  selection: Selection,
  query: URLSearchParams,
): Page<T> {
  checkVersionMatch(query);
  const limit = parseInteger(query.get('limit')) ?? 0;
  const continuation = parseContinuation(query);
  const { version, objects } = readState(source, query, continuation);
  const start = continuation === undefined ? 0 : indexAfter(objects, continuation.after);
  const matching = objects.slice(start).filter(selection.matches);
  const page = limit > 0 ? matching.slice(0, limit) : matching;
  const remaining = matching.length - page.length;
  const last = page.at(-1);
  return {
    objects: page,
    metadata: {
      resourceVersion: String(version),
      ...(remaining > 0 && last !== undefined && { continue: encode(version, keyOf(last.metadata)) }),
      ...(remaining > 0 && !selection.isNarrowed && { remainingItemCount: remaining }),
    },
  };
}

/** The index of the first object after `key`, in objects sorted by key. */
function indexAfter(objects: readonly StoredObject[], key: string): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(objects[middle]?.metadata ?? {}) > key) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface State<T> {
  readonly version: number;
  readonly objects: readonly T[];
}

function readState<T extends StoredObject>(
  source: Source<T>,
  query: URLSearchParams,
  continuation: Continuation | undefined,
): State<T> {
  const { store, currentVersion } = source;
  const newest = { version: currentVersion, objects: store.list() };
  if (continuation !== undefined) {
    if (continuation.version === -1) return newest;
    const objects = store.listAt(continuation.version);
    if (objects === undefined) throw expiredContinuation(continuation.after);
    return { version: continuation.version, objects };
  }
  const asked = parseListVersion(query.get('resourceVersion')) ?? 0;
  if (asked > currentVersion) throw tooLargeVersion(asked, currentVersion);
  if (!isExact(query, asked)) return newest;
  const objects = store.listAt(asked);
  if (objects === undefined) throw expired('The resourceVersion for the provided list is too old.');
  return { version: asked, objects };
}

/** A paged list at a version without a match rule means exactly that version, for historical reasons. */
function isExact(query: URLSearchParams, asked: number): boolean {
  const match = query.get('resourceVersionMatch') ?? '';
  return match === 'Exact' || (match === '' && asked > 0 && Number(query.get('limit') ?? 0) > 0);
}

function encode(version: number, after: string): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `${after}\u0000` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

function parseContinuation(query: URLSearchParams): Continuation | undefined {
  const text = query.get('continue') ?? '';
  if (text === '') return undefined;
  const version = query.get('resourceVersion') ?? '';
  if (version !== '' && version !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const token = decode(text);
  if (isJsonObject(token) && typeof token['rv'] === 'number' && typeof token['start'] === 'string') {
    return { version: token['rv'], after: token['start'].replace(/\0$/, '') };
  }
  throw badRequest('invalid continue token: continue key is not valid');
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // It is not a token of this server; the caller refuses it.
    return undefined;
  }
}

/** 410 with a token that continues the list at the newest version; the client may also start again. */
function expiredContinuation(after: string): StatusError {
  const error = expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list ' +
      'without the continue parameter, or use the continue token in this response to retrieve the remainder of the ' +
      'results. Continuing with the provided token results in an inconsistent list - objects that were created, ' +
      'modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  );
  return new StatusError(410, error.message, { reason: 'Expired', continue: encode(-1, after) });
}
