import { apiPath } from '../api-path.ts';
import type { ApiRequest, Cluster } from '../cluster.ts';
import { ACCESS_REVIEW } from '../objects/object-shapes.ts';

/** An action in the terms of RBAC. */
export interface AccessQuestion {
  readonly verb: string;
  /** The core group when absent. */
  readonly group?: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace: string;
  readonly name?: string;
}

interface AccessReview {
  readonly status?: { readonly allowed?: boolean };
}

/**
 * Asks by SelfSubjectAccessReview whether the user may do something; undefined if the server does not say. Throws
 * `ApiError`.
 * See https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/
 */
export async function checkAccess(
  cluster: Cluster,
  question: AccessQuestion,
  { signal, isBackground = false }: Pick<ApiRequest, 'signal' | 'isBackground'> = {},
): Promise<boolean | undefined> {
  const review: AccessReview = await cluster.requestJson({
    method: 'POST',
    shape: ACCESS_REVIEW,
    path: apiPath('apis', 'authorization.k8s.io', 'v1', 'selfsubjectaccessreviews'),
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: question },
    },
    isBackground,
    ...(signal && { signal }),
  });
  return review.status?.allowed;
}
