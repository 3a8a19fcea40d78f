import { isApiError } from './api-error.ts';
import type { Cluster, QueryValue } from './cluster.ts';

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

export interface ListRequest {
  readonly path: string;
  readonly selection?: Selection;
  /** Objects a page. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

interface ListBody<T> {
  readonly items?: readonly T[] | null;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

/** kubectl's chunk size. */
const DEFAULT_LIMIT = 500;
const GONE = 410;

/**
 * Lists page by page, so that no more than one page is in memory. When the server has forgotten the moment of the
 * first page (410), the rest comes as it is now: nothing twice, but no longer of one moment; a watch that starts at
 * the first page's resourceVersion sees what changed meanwhile.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
 */
export async function* listPages<T>(
  cluster: Cluster,
  request: ListRequest,
): AsyncGenerator<ListPage<T>, void> {
  let token: string | undefined;
  do {
    const body: ListBody<T> = await readPage<T>(cluster, request, token);
    token = body.metadata?.continue;
    yield { items: body.items ?? [], resourceVersion: body.metadata?.resourceVersion ?? '' };
  } while (token !== undefined && token !== '');
}

async function readPage<T>(
  cluster: Cluster,
  { path, selection, limit = DEFAULT_LIMIT, signal }: ListRequest,
  token: string | undefined,
): Promise<ListBody<T>> {
  const read = (continueToken: string | undefined): Promise<ListBody<T>> => {
    const query: Record<string, QueryValue> = { ...selection, limit, continue: continueToken };
    return cluster.requestJson({ method: 'GET', path, query, ...(signal && { signal }) });
  };
  try {
    return await read(token);
  } catch (error) {
    if (token === undefined || !isApiError(error) || error.code !== GONE || !error.continueToken) throw error;
    return read(error.continueToken);
  }
}
