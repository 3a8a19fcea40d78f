import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { SUBJECT_REVIEW } from '../objects/object-shapes.ts';

interface SelfSubjectReview {
  readonly status?: { readonly userInfo?: { readonly username?: string } };
}

/**
 * The user's name as the API server sees it; undefined if it does not say. Throws `ApiError`, always so before
 * Kubernetes 1.28.
 * See https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/self-subject-review-v1/
 */
export async function whoAmI(cluster: Cluster, signal: AbortSignal): Promise<string | undefined> {
  const review: SelfSubjectReview = await cluster.requestJson({
    method: 'POST',
    shape: SUBJECT_REVIEW,
    path: apiPath('apis', 'authentication.k8s.io', 'v1', 'selfsubjectreviews'),
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    signal,
  });
  return review.status?.userInfo?.username;
}
