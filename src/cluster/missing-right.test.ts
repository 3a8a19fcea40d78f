import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { explainMissingRight } from './missing-right.ts';

const explain = (message: string): ReturnType<typeof explainMissingRight> =>
  explainMissingRight(
    new ApiError({ method: 'PATCH', path: '/api/v1/namespaces/shop/pods/web-1' }, 403, {
      message,
      details: { kind: 'pods' },
    }),
    message,
  );

it.each([
  {
    message:
      'pods "web-1" is forbidden: User "dev" cannot patch resource "pods/ephemeralcontainers" in API group "" in the namespace "shop"',
    role: 'kubectl create role kubectl-debug-pods-ephemeralcontainers --verb=patch --resource=pods/ephemeralcontainers -n shop',
    binding:
      'kubectl create rolebinding kubectl-debug-pods-ephemeralcontainers --role=kubectl-debug-pods-ephemeralcontainers --user=dev -n shop',
  },
  {
    message:
      'deployments.apps "web" is forbidden: User "dev" cannot get resource "deployments/scale" in API group "apps" in the namespace "shop"',
    role: '--verb=get --resource=deployments.apps/scale -n shop',
    binding: '--user=dev -n shop',
  },
  {
    message:
      'nodes "n1" is forbidden: User "system:serviceaccount:a:b" cannot get resource "nodes" in API group "" at the cluster scope',
    role: 'kubectl create clusterrole kubectl-debug-nodes --verb=get --resource=nodes &&',
    binding:
      'kubectl create clusterrolebinding kubectl-debug-nodes --clusterrole=kubectl-debug-nodes --user=system:serviceaccount:a:b (',
  },
  {
    message: 'User "a b; rm" cannot get resource "pods" in API group "" in the namespace "shop"',
    role: '--resource=pods -n shop',
    binding: "--user='a b; rm' -n shop",
  },
])('names the commands that give what "$message" misses', ({ message, role, binding }) => {
  expect(explain(message)?.hint).toContain(role);
  expect(explain(message)?.hint).toContain(binding);
});

it('sends to check where the sentence is another', () => {
  expect(explain('no')).toEqual({
    kind: 'forbidden',
    why: 'no',
    hint: 'what is missing, as a Role to ask for: kubectl-debug check -n shop -o yaml',
  });
});
