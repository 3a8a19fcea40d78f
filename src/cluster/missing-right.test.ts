import { expect, it } from 'vitest';
import { hintAtRole } from './missing-right.ts';

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
  expect(hintAtRole(message)).toContain(role);
  expect(hintAtRole(message)).toContain(binding);
});

it('asks for a Role where the sentence is another', () => {
  expect(hintAtRole('no')).toBe('ask for a Role that allows this');
});
