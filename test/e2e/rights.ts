import { randomBytes } from 'node:crypto';
import { eventually } from './eventually.ts';
import { kubectl, runKubectl } from './kubectl.ts';

const API = 'rbac.authorization.k8s.io';

/** A role that lets `user` get one resource, and its binding. */
function grantOf(prefix: '' | 'Cluster', user: string, resource: string): readonly object[] {
  const kind = `${prefix}Role`;
  const object = { apiVersion: `${API}/v1`, metadata: { name: user } };
  return [
    { ...object, kind, rules: [{ apiGroups: [''], resources: [resource], verbs: ['get'] }] },
    {
      ...object,
      kind: `${kind}Binding`,
      roleRef: { apiGroup: API, kind, name: user },
      subjects: [{ kind: 'User', name: user }],
    },
  ];
}

/**
 * Waits until the API server judges by all roles and bindings that were made or changed before. It learns of each kind in the
 * order of the changes, but later than it answers who made them: a role that it knows, made last, shows that it knows the others.
 */
export async function untilRightsAreKnown(namespace: string): Promise<void> {
  const user = `e2e-knows-${randomBytes(4).toString('hex')}`;
  const items = [...grantOf('', user, 'pods'), ...grantOf('Cluster', user, 'nodes')];
  await kubectl(
    ['create', '-n', namespace, '-f', '-'],
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
  );
  const may = async (resource: string): Promise<boolean> =>
    (await runKubectl(['auth', 'can-i', 'get', resource, '-n', namespace, `--as=${user}`])).exitCode === 0;
  try {
    await eventually('the rights', async () => ((await may('pods')) && (await may('nodes'))) || undefined);
  } finally {
    await kubectl(['delete', 'clusterrole,clusterrolebinding', user]);
  }
}
