import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { isApiError } from '../refusals/api-error.ts';
import type { Cluster, Compact, QueryValue } from '../cluster.ts';
import { listShape } from '../objects/object-shapes.ts';
import type { Shape } from '../objects/normalize-object.ts';

/** The selectors of a list or watch. */
export interface Selection {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** The version from which to watch. The same on all pages, unless the list expired half way. */
  readonly resourceVersion: string;
}

interface ListRequest<T> {
  readonly path: string;
  /** Shape of one object. */
  readonly shape: Shape;
  readonly selection?: Selection;
  /** Objects per page. */
  readonly limit?: number;
  /** Decodes protobuf; without it we ask for JSON. */
  readonly compact?: Compact<ListBody<T>>;
  /** The `Accept` header, to ask for less than whole objects. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** A list as the server sends it. */
export interface ListBody<T> {
  readonly items?: readonly T[] | null;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

/** kubectl's chunk size. */
const DEFAULT_LIMIT = 500;
const GONE = 410;

/**
 * Lists page by page and fetches the next page while the caller uses one, so at most two are in memory. If the
 * continue token expires (410), the remaining pages show a later state, without repeating an object. A watch from
 * the first page's resourceVersion then reports what changed in between. Throws `too-large` for an endless list.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export async function* listPages<T>(
  cluster: Cluster,
  request: ListRequest<T>,
): AsyncGenerator<ListPage<T>, void> {
  let next: Promise<ListBody<T>> | undefined = readPage<T>(cluster, request, undefined);
  let listed = 0;
  while (next !== undefined) {
    const body: ListBody<T> = await next;
    const page = { items: body.items ?? [], resourceVersion: body.metadata?.resourceVersion ?? '' };
    listed += 1 + page.items.length;
    if (listed > BOUNDS.list.most) throw tooLarge('list', `the list ${request.path} of ${cluster.server}`);
    const token: string = body.metadata?.continue ?? '';
    next = token === '' ? undefined : readPage<T>(cluster, request, token);
    // A failure is thrown with its page; it does not matter if the caller leaves before.
    next?.catch(() => undefined);
    yield page;
  }
}

async function readPage<T>(
  cluster: Cluster,
  { path, shape, selection, limit = DEFAULT_LIMIT, compact, accept, signal }: ListRequest<T>,
  token: string | undefined,
): Promise<ListBody<T>> {
  const read = (continueToken: string | undefined): Promise<ListBody<T>> => {
    const query: Record<string, QueryValue> = { ...selection, limit, continue: continueToken };
    const asked = {
      method: 'GET',
      path,
      query,
      shape: listShape(shape),
      ...(accept !== undefined && { accept }),
      ...(signal && { signal }),
    } as const;
    return compact === undefined ? cluster.requestJson(asked) : cluster.requestCompact(asked, compact);
  };
  try {
    return await read(token);
  } catch (error) {
    if (token === undefined || !isApiError(error) || error.code !== GONE || !error.continueToken) throw error;
    return read(error.continueToken);
  }
}
