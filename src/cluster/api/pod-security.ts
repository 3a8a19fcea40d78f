import type { ObjectMeta } from '../../pod/types.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { listPages } from '../list/list-pages.ts';
import { ANY_OBJECT } from '../objects/object-shapes.ts';

/** The Pod Security Standards, the least strict first. */
const LEVELS = ['privileged', 'baseline', 'restricted'] as const;

export type PodSecurityLevel = (typeof LEVELS)[number];

/** The Pod Security levels in the labels of a namespace; undefined for an absent or unknown label. */
export interface PodSecurity {
  readonly enforce: PodSecurityLevel | undefined;
  readonly warn: PodSecurityLevel | undefined;
}

interface Namespace {
  readonly metadata: ObjectMeta;
}

function securityOf({ metadata }: Namespace): PodSecurity {
  const level = (mode: string): PodSecurityLevel | undefined =>
    LEVELS.find((known) => known === metadata.labels?.[`pod-security.kubernetes.io/${mode}`]);
  return { enforce: level('enforce'), warn: level('warn') };
}

/**
 * Reads the Pod Security levels of a namespace. Without a label the API server's own default applies, which no API
 * exposes. Throws `ApiError`.
 * See https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
export async function readPodSecurity(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<PodSecurity> {
  const path = apiPath('api', 'v1', 'namespaces', namespace);
  return securityOf(await cluster.requestJson<Namespace>({ method: 'GET', path, shape: ANY_OBJECT, signal }));
}

/** Reads the Pod Security levels of all namespaces, by name. Throws `ApiError`. */
export async function readAllPodSecurity(
  cluster: Cluster,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PodSecurity>> {
  const all = new Map<string, PodSecurity>();
  const path = apiPath('api', 'v1', 'namespaces');
  for await (const { items } of listPages<Namespace>(cluster, { path, shape: ANY_OBJECT, signal })) {
    for (const namespace of items) all.set(namespace.metadata.name ?? '', securityOf(namespace));
  }
  return all;
}
