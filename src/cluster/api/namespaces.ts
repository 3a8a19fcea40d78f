import { isApiError } from '../refusals/api-error.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';

/** Whether the server says that there is no namespace of this name; false also where nobody may ask. */
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

/** The names of the first namespaces; none where the user may not list them. Throws what ends the signal. */
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
