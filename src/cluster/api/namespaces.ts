import { isApiError } from '../refusals/api-error.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';

/** Whether the server says that this namespace does not exist; false if the user may not ask. */
export async function isNamespaceMissing(
  cluster: Cluster,
  name: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await cluster.requestJson({ method: 'GET', path: apiPath('api', 'v1', 'namespaces', name), signal });
    return false;
  } catch (error) {
    signal.throwIfAborted();
    return isApiError(error) && error.code === 404;
  }
}

interface NamedList {
  readonly items: readonly { readonly metadata: { readonly name?: string } }[];
}

/** The names of the first 500 namespaces; none if the user may not list them. Throws the signal's reason. */
export async function namesOfNamespaces(cluster: Cluster, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const path = `${apiPath('api', 'v1', 'namespaces')}?limit=500`;
    const { items } = await cluster.requestJson<NamedList>({ method: 'GET', path, signal });
    return items.map(({ metadata }) => metadata.name ?? '');
  } catch {
    signal.throwIfAborted();
    return [];
  }
}
