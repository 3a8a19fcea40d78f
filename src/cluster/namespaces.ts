import { isApiError } from './api-error.ts';
import { apiPath } from './api-path.ts';
import type { Cluster } from './cluster.ts';

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
