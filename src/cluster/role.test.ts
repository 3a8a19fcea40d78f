import { expect, it } from 'vitest';
import { makeRole } from './role.ts';

it('gives each resource one rule with all of its verbs, each once', () => {
  const rights = [
    { verb: 'get', resource: 'pods' },
    { verb: 'get', resource: 'pods', subresource: 'attach' },
    { verb: 'watch', resource: 'pods' },
    { verb: 'get', resource: 'pods' },
  ];
  expect(makeRole('shop', rights)).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'kubectl-debug', namespace: 'shop' },
    rules: [
      { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch'] },
      { apiGroups: [''], resources: ['pods/attach'], verbs: ['get'] },
    ],
  });
});
