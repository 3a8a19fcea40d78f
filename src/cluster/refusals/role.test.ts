import { describe, expect, it } from 'vitest';
import { bindRole, makeRoles, type Grantee } from './role.ts';

const user = (name: string): Grantee => ({ kind: 'user', name });
const group = (name: string): Grantee => ({ kind: 'group', name });

const RBAC = 'rbac.authorization.k8s.io';

describe('makeRoles', () => {
  it('gives each resource one rule with all of its verbs, each once, and what is in no namespace a ClusterRole', () => {
    const rights = [
      { verb: 'get', resource: 'pods' },
      { verb: 'get', resource: 'pods', subresource: 'attach' },
      { verb: 'watch', resource: 'pods' },
      { verb: 'get', resource: 'pods' },
      { verb: 'get', group: 'apps', resource: 'deployments' },
      { verb: 'get', resource: 'nodes', isClusterWide: true },
    ] as const;
    expect(makeRoles({ name: 'x', namespace: 'shop', rights })).toEqual([
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'Role',
        metadata: { name: 'x', namespace: 'shop' },
        rules: [
          { apiGroups: [''], resources: ['pods'], verbs: ['get', 'watch'] },
          { apiGroups: [''], resources: ['pods/attach'], verbs: ['get'] },
          { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get'] },
        ],
      },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name: 'x' },
        rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
      },
    ]);
  });
});

describe('bindRole', () => {
  const [role] = makeRoles({ name: 'x', namespace: 'shop', rights: [{ verb: 'get', resource: 'pods' }] });

  it('gives the Role to the user, to a service account as such, and to a group', () => {
    if (role === undefined) throw new Error('no Role');
    expect(bindRole(role, user('jane'))).toEqual({
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'x-jane', namespace: 'shop' },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'x' },
      subjects: [{ kind: 'User', apiGroup: RBAC, name: 'jane' }],
    });
    expect(bindRole(role, user('system:serviceaccount:ci:runner')).subjects).toEqual([
      { kind: 'ServiceAccount', namespace: 'ci', name: 'runner' },
    ]);
    expect(bindRole(role, group('oncall'))).toMatchObject({
      metadata: { name: 'x-group.oncall', namespace: 'shop' },
      subjects: [{ kind: 'Group', apiGroup: RBAC, name: 'oncall' }],
    });
  });

  it('has a name that is valid, and another one for each user and group', () => {
    if (role === undefined) throw new Error('no Role');
    const users = [
      'jane',
      'group.jane',
      'group-jane',
      'Jane',
      'jane@example.org',
      'jane/example.org',
      '…',
      '../../..',
      'a'.repeat(300),
    ];
    const grantees = users.flatMap((name) => [user(name), group(name)]);
    const names = grantees.map((grantee) => bindRole(role, grantee).metadata.name);
    expect(new Set(names).size).toBe(grantees.length);
    for (const name of names) expect(name).toMatch(/^x-(?:group\.)?[a-z0-9](?:[-a-z0-9]{0,200}[a-z0-9])?$/);
  });
});
