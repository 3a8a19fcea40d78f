import { isJsonObject, type JsonObject } from '../../json.ts';
import { mayUse, type Rights, type User } from '../request/authorize.ts';
import { cause, invalid } from '../request/status-error.ts';

/**
 * Answers a SelfSubjectAccessReview with the posted object and its `status.allowed`. Throws `StatusError` 422 if it
 * has no attributes.
 * See https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/
 */
export function reviewAccess(user: User, body: JsonObject, rights: Rights): JsonObject {
  const spec = isJsonObject(body['spec']) ? body['spec'] : {};
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec,
    status: { allowed: isAllowed(user, spec, rights) },
  };
}

function isAllowed(user: User, spec: JsonObject, rights: Rights): boolean {
  const { resourceAttributes, nonResourceAttributes } = spec;
  // Every user with a token may read paths that are not resources.
  if (isJsonObject(nonResourceAttributes)) return nonResourceAttributes['verb'] === 'get';
  if (!isJsonObject(resourceAttributes)) throw asksNothing();
  const text = (field: string): string => {
    const value = resourceAttributes[field];
    return typeof value === 'string' ? value : '';
  };
  const question = {
    verb: text('verb'),
    group: text('group'),
    resource: text('resource'),
    ...(text('namespace') === '' ? {} : { namespace: text('namespace') }),
    ...(text('subresource') === '' ? {} : { subresource: text('subresource') }),
    ...(text('name') === '' ? {} : { name: text('name') }),
  };
  return mayUse(user, question, rights);
}

function asksNothing(): Error {
  return invalid({ kind: '', group: 'authorization.k8s.io', name: '' }, [
    cause.invalid(
      'spec.resourceAttributes',
      'null',
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    ),
  ]);
}
