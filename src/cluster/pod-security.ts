import { apiPath } from './api-path.ts';
import type { Cluster } from './cluster.ts';

/** The Pod Security Standards, from the laxest on. */
const LEVELS = ['privileged', 'baseline', 'restricted'] as const;

export type PodSecurityLevel = (typeof LEVELS)[number];

/** What the labels of a namespace ask of its pods; undefined where a label is absent or unknown. */
export interface PodSecurity {
  readonly enforce: PodSecurityLevel | undefined;
  readonly warn: PodSecurityLevel | undefined;
}

interface Namespace {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
}

/**
 * Reads what Pod Security enforces and warns of in a namespace. Without a label the API server's own default counts,
 * which nobody can read. Throws `ApiError`.
 * See https://kubernetes.io/docs/concepts/security/pod-security-admission/
 */
export async function readPodSecurity(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<PodSecurity> {
  const path = apiPath('api', 'v1', 'namespaces', namespace);
  const { metadata } = await cluster.requestJson<Namespace>({ method: 'GET', path, signal });
  const level = (mode: string): PodSecurityLevel | undefined =>
    LEVELS.find((known) => known === metadata.labels?.[`pod-security.kubernetes.io/${mode}`]);
  return { enforce: level('enforce'), warn: level('warn') };
}
