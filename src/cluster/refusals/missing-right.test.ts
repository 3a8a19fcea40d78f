import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { explainMissingRight, type AttemptContext } from './missing-right.ts';

const explain = (
  message: string,
  tried: AttemptContext = { mode: undefined, namespace: undefined },
): ReturnType<typeof explainMissingRight> =>
  explainMissingRight(
    new ApiError({ method: 'PATCH', path: '/api/v1/namespaces/shop/pods/web-1' }, 403, {
      message,
      details: { kind: 'pods' },
    }),
    message,
    tried,
  );

const MISSES = [
  { verb: 'patch', resource: 'pods/ephemeralcontainers', purpose: 'debug' },
  { verb: 'create', resource: 'pods/exec', purpose: 'exec' },
  { verb: 'create', resource: 'pods', purpose: 'copies' },
  { verb: 'create', resource: 'pods', purpose: 'nodes', mode: 'node' },
  { verb: 'get', resource: 'deployments', group: 'apps', purpose: 'workloads' },
] as const;

it.each(MISSES)(
  'sends for $verb $resource to all that $purpose takes',
  ({ verb, resource, purpose, ...row }) => {
    const group = 'group' in row ? row.group : '';
    const mode = 'mode' in row ? row.mode : 'ephemeral';
    const said = `x is forbidden: User "dev" cannot ${verb} resource "${resource}" in API group "${group}" in the namespace "shop"`;
    expect(explain(said, { mode, namespace: undefined })?.hint).toContain(
      `: kubectl-debug check -n shop --for=${purpose} -o yaml > rights.yaml`,
    );
  },
);

it('keeps the namespace of the command line for what is in none', () => {
  const said = 'User "dev" cannot get resource "nodes" in API group "" at the cluster scope';
  expect(explain(said, { mode: undefined, namespace: 'kube-system' })?.hint).toContain(
    'check -n kube-system --for=nodes -o yaml',
  );
});

it.each([
  {
    message: 'User "dev" cannot get resource "deployments/scale" in API group "apps" in the namespace "shop"',
    role: 'role kubectl-debug-deployments-scale --verb=get --resource=deployments.apps/scale -n shop',
    binding: '--user=dev -n shop',
  },
  {
    message:
      'User "system:serviceaccount:a:b" cannot list resource "pods" in API group "" at the cluster scope',
    role: 'kubectl create clusterrole kubectl-debug-pods --verb=list --resource=pods &&',
    binding:
      'kubectl create clusterrolebinding kubectl-debug-pods --clusterrole=kubectl-debug-pods --user=system:serviceaccount:a:b',
  },
  {
    message: 'User "a b; rm" cannot frob resource "pods" in API group "" in the namespace "shop"',
    role: '--resource=pods -n shop',
    binding: "--user='a b; rm' -n shop",
  },
])(
  'names the commands that give what "$message" misses, which no job takes',
  ({ message, role, binding }) => {
    expect(explain(message)?.hint).toContain(role);
    expect(explain(message)?.hint).toContain(binding);
  },
);

it('sends to check where the sentence is another', () => {
  expect(explain('no')).toEqual({
    kind: 'forbidden',
    why: 'no',
    hint: 'to see what is missing: kubectl-debug check -n shop',
  });
});
