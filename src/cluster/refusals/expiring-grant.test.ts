import { describe, expect, it } from 'vitest';
import { makeExpiringGrant } from './expiring-grant.ts';
import { makeRoles, type Grantee } from './role.ts';

const ROLES = ['kubectl-debug-debug', 'kubectl-debug-exec'].flatMap((name) =>
  makeRoles({ name, namespace: 'shop', rights: [{ verb: 'get', resource: 'pods' }] }),
);
const ONCALL: Grantee = { kind: 'group', name: 'oncall' };

const grantTo = (grantee: Grantee, roles = ROLES) =>
  makeExpiringGrant({ namespace: 'shop', roles, grantee, lastsSeconds: 3600, image: 'kubectl:1' });

const find = (kind: string, name?: string) =>
  grantTo(ONCALL).objects.filter(
    (object) => object.kind === kind && (name === undefined || object.metadata.name === name),
  );

/** The words of each step of the Job, in their order. */
function commandsOf(job: unknown): readonly (readonly string[])[] {
  const { spec } = job as { spec: { template: { spec: Record<string, { command: string[] }[]> } } };
  const { initContainers = [], containers = [] } = spec.template.spec;
  return [...initContainers, ...containers].map(({ command }) => command);
}

describe('makeExpiringGrant', () => {
  const { job } = grantTo(ONCALL);

  it('binds nobody by itself', () => {
    const subjects = find('RoleBinding')
      .filter(({ metadata }) => metadata.name !== job.name)
      .map((binding) => 'subjects' in binding);
    expect(subjects).toEqual([false, false]);
  });

  it('has a Job that ties its own rights to its end, then grants all with theirs, then drops its own', () => {
    const [own = [], grant = [], drop = []] = commandsOf(find('Job')[0]);
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: job.name, uid: '$(JOB_UID)' };
    expect(own.slice(0, 4)).toEqual(['kubectl', 'patch', `role/${job.name}`, `serviceaccount/${job.name}`]);
    expect(JSON.parse(own.at(-1)?.replace('--patch=', '') ?? '')).toEqual({
      metadata: { ownerReferences: [owner] },
    });
    expect(grant.slice(0, 4)).toEqual([
      'kubectl',
      'patch',
      'rolebinding/kubectl-debug-debug-group.oncall.expires',
      'rolebinding/kubectl-debug-exec-group.oncall.expires',
    ]);
    expect(JSON.parse(grant.at(-1)?.replace('--patch=', '') ?? '')).toEqual({
      metadata: { ownerReferences: [owner] },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'oncall' }],
    });
    expect(drop).toContain(`rolebinding/${job.name}`);
  });

  it('lets the Job bind these Roles through these bindings, and nothing else', () => {
    const [role] = find('Role', job.name);
    const rules = role !== undefined && 'rules' in role ? role.rules : [];
    expect(rules.map(({ resources, verbs, ...rule }) => [resources, verbs, { ...rule }])).toEqual(
      [
        {
          resources: ['rolebindings'],
          names: [
            'kubectl-debug-debug-group.oncall.expires',
            'kubectl-debug-exec-group.oncall.expires',
            job.name,
          ],
        },
        { resources: ['roles'], names: [job.name] },
        { resources: ['serviceaccounts'], names: [job.name], group: '' },
        { resources: ['roles'], names: ['kubectl-debug-debug', 'kubectl-debug-exec'], verbs: ['bind'] },
      ].map(
        ({ resources, names, group = 'rbac.authorization.k8s.io', verbs = ['get', 'patch', 'delete'] }) => [
          resources,
          verbs,
          { apiGroups: [group], resourceNames: names },
        ],
      ),
    );
  });

  it.each([
    { label: 'another grantee', other: grantTo({ kind: 'group', name: 'sre' }) },
    { label: 'a user with the name of the group', other: grantTo({ kind: 'user', name: 'oncall' }) },
    { label: 'other rights', other: grantTo(ONCALL, ROLES.slice(0, 1)) },
  ])('has the same names each time, and others for $label', ({ other }) => {
    expect(grantTo(ONCALL)).toEqual(grantTo(ONCALL));
    expect(other.job.name).not.toBe(job.name);
    expect(other.job.name).toMatch(/^kubectl-debug-grant-[0-9a-f]{8}$/);
  });

  it('grants to a service account, and to a group with a name of any characters', () => {
    const subject = (grantee: Grantee) => {
      const objects = grantTo(grantee).objects.filter(({ kind }) => kind === 'Job');
      return commandsOf(objects[0])[1]?.at(-1) ?? '';
    };
    expect(subject({ kind: 'user', name: 'system:serviceaccount:ci:runner' })).toContain(
      '"subjects":[{"kind":"ServiceAccount","namespace":"ci","name":"runner"}]',
    );
    expect(JSON.parse(subject({ kind: 'group', name: `cn="a",dc=b $(X)` }).replace('--patch=', ''))).toEqual(
      expect.objectContaining({
        subjects: [expect.objectContaining({ name: 'cn="a",dc=b $$(X)' }) as unknown],
      }),
    );
  });
});
