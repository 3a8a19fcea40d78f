import { isApiError } from '../../cluster/refusals/api-error.ts';
import { readAllPodSecurity, readPodSecurity, type PodSecurity } from '../../cluster/api/pod-security.ts';
import type { Listing } from './pods-targets.ts';

/** The level of a namespace as text: `<none>` without a label, `<unknown>` if it cannot be read. */
export type PodSecurityLevels = (namespace: string) => string;

async function readLevels(
  { cluster, signal }: Listing,
  namespace: string | undefined,
): Promise<ReadonlyMap<string, PodSecurity>> {
  if (namespace === undefined) return readAllPodSecurity(cluster, signal);
  return new Map([[namespace, await readPodSecurity(cluster, namespace, signal)]]);
}

/** Reads the Pod Security level of one namespace, or of all. A user who may not read namespaces gets `<unknown>`. */
export async function readPodSecurityLevels(
  listing: Listing,
  namespace: string | undefined,
): Promise<PodSecurityLevels> {
  const levels = await readLevels(listing, namespace).catch((error: unknown): Map<string, PodSecurity> => {
    if (isApiError(error) && (error.code === 403 || error.code === 404)) return new Map();
    throw error;
  });
  return (name) => {
    const security = levels.get(name);
    return security === undefined ? '<unknown>' : (security.enforce ?? '<none>');
  };
}
