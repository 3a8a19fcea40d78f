import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { isApiError } from '../refusals/api-error.ts';
import type { Cluster, Compact, QueryValue } from '../cluster.ts';
import { listShape } from '../objects/object-shapes.ts';
import type { Shape } from '../objects/normalize-object.ts';

/** Which objects a list or watch is about: the selectors of the API, as text. */
export interface Selection {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Where a watch of this list starts. All pages have the same, unless the list expired half way. */
  readonly resourceVersion: string;
}

export interface ListRequest<T> {
  readonly path: string;
  /** Of one object. */
  readonly shape: Shape;
  readonly selection?: Selection;
  /** Objects a page. */
  readonly limit?: number;
  /** How it is read out of protobuf; without it JSON is asked for. */
  readonly compact?: Compact<ListBody<T>>;
  readonly signal?: AbortSignal;
}

/** A list as the server answers. */
export interface ListBody<T> {
  readonly items?: readonly T[] | null;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

/** kubectl's chunk size. */
const DEFAULT_LIMIT = 500;
const GONE = 410;

/**
 * Lists page by page, so that no more than two pages are in memory: while the consumer looks at one, the next is on
 * its way. When the server has forgotten the moment of the first page (410), the rest comes as it is now: nothing
 * twice, but no longer of one moment; a watch that starts at the first page's resourceVersion sees what changed
 * meanwhile. Throws `too-large` for a list without an end.
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
    // Its failure is told when its turn comes, or to nobody if the consumer leaves before.
    next?.catch(() => undefined);
    yield page;
  }
}

async function readPage<T>(
  cluster: Cluster,
  { path, shape, selection, limit = DEFAULT_LIMIT, compact, signal }: ListRequest<T>,
  token: string | undefined,
): Promise<ListBody<T>> {
  const read = (continueToken: string | undefined): Promise<ListBody<T>> => {
    const query: Record<string, QueryValue> = { ...selection, limit, continue: continueToken };
    const asked = { method: 'GET', path, query, shape: listShape(shape), ...(signal && { signal }) } as const;
    return compact === undefined ? cluster.requestJson(asked) : cluster.requestCompact(asked, compact);
  };
  try {
    return await read(token);
  } catch (error) {
    if (token === undefined || !isApiError(error) || error.code !== GONE || !error.continueToken) throw error;
    return read(error.continueToken);
  }
}
