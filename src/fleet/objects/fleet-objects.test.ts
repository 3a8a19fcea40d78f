import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import type { ConfigMap } from '../config-map.ts';
import { createLineReader } from '../lines/line-reader.ts';
import { shareOut } from '../share/share-out.ts';
import { tieToJob } from './fleet-object.ts';
import { configMapsOf, jobOf, rolesOf } from './fleet-objects.ts';
import type { FleetPlan } from './fleet-plan.ts';
import { listObjects } from './list-objects.ts';

const SETTINGS = someAuditSettings();

const RUN = { runId: '20261123-070000-abcde', namespace: 'jobs' };
const NAME = 'audit-20261123-070000-abcde';
const ITEMS = [aRunItem({ name: 'web-1', node: 'n1' }), aRunItem({ name: 'web-2', node: 'n2' })];

const aPlan = (change: Partial<FleetPlan> = {}): FleetPlan => ({
  run: RUN,
  image: 'localhost/kubectl-debug:dev',
  account: { kind: 'own', pullSecrets: [] },
  rules: [
    { namespace: 'jobs', group: '', resource: 'configmaps', verb: 'patch', name: `${NAME}-counts` },
    { namespace: 'shop', group: '', resource: 'pods', verb: 'list' },
    { namespace: 'shop', group: '', resource: 'pods', verb: 'watch' },
  ],
  head: {
    kind: 'run',
    version: 1,
    runId: RUN.runId,
    startedAt: '2026-11-23T07:00:00.000Z',
    server: 'https://k.example',
    settings: SETTINGS,
    namespaces: ['shop'],
  },
  skipped: [aRunRow({ pod: 'static-1', outcome: 'skipped' })],
  shares: shareOut(ITEMS, { workers: 2, settings: SETTINGS }),
  ...change,
});

const wordOf = ({ kind, metadata }: { kind?: string; metadata: ConfigMap['metadata'] }): string =>
  `${kind ?? ''} ${metadata.namespace ?? '*'}/${metadata.name ?? ''}`.replace(NAME, 'RUN');

describe('the objects of a run', () => {
  it('come in an order in which somebody can apply them', () => {
    expect([...listObjects(aPlan())].map(wordOf)).toEqual([
      'ServiceAccount jobs/RUN',
      'Role jobs/RUN',
      'RoleBinding jobs/RUN',
      'Role shop/RUN',
      'RoleBinding shop/RUN',
      'ConfigMap jobs/RUN-counts',
      'ConfigMap jobs/RUN-plan-0-000000',
      'ConfigMap jobs/RUN-plan-1-000000',
      'Job jobs/RUN',
    ]);
  });

  it('have no roles for an account that is there', () => {
    const plan = aPlan({ account: { kind: 'existing', name: 'auditor' } });
    const kinds = [...listObjects(plan)].map(({ kind }) => kind);
    expect(kinds).toEqual(['ConfigMap', 'ConfigMap', 'ConfigMap', 'Job']);
    expect(jobOf(plan, true).spec).toMatchObject({
      suspend: true,
      template: { spec: { serviceAccountName: 'auditor' } },
    });
  });

  it('give the account of the run exactly the rules, also those for all namespaces', () => {
    const everywhere = { namespace: undefined, group: '', resource: 'pods', subresource: 'log', verb: 'get' };
    const [own, shop, all] = rolesOf(aPlan({ rules: [...aPlan().rules, everywhere] }));
    expect(own?.role.rules).toEqual([
      { apiGroups: [''], resources: ['configmaps'], resourceNames: [`${NAME}-counts`], verbs: ['patch'] },
    ]);
    expect(shop?.role.rules).toEqual([{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }]);
    expect(all?.role).toMatchObject({
      kind: 'ClusterRole',
      rules: [{ apiGroups: [''], resources: ['pods/log'], verbs: ['get'] }],
    });
    expect(all?.binding).toMatchObject({
      kind: 'ClusterRoleBinding',
      roleRef: { kind: 'ClusterRole', name: NAME },
      subjects: [{ kind: 'ServiceAccount', namespace: 'jobs', name: NAME }],
    });
  });

  it('have names and labels that fit, for pods of a thousand workers too', () => {
    for (const { metadata } of listObjects(aPlan())) {
      expect(metadata.name?.length).toBeLessThan(64 - '-999-xxxxx'.length);
      for (const value of Object.values(metadata.labels ?? {}))
        expect(value).toMatch(/^[a-zA-Z0-9]([-a-zA-Z0-9_.]{0,61}[a-zA-Z0-9])?$/);
    }
  });

  it('hold a journal for each worker that begins with its share', () => {
    const reader = createLineReader();
    const lines = [...configMapsOf(aPlan(), [])].flatMap((configMap) => reader.see(configMap));
    const kindsOf = (index: number) =>
      lines.flatMap(({ worker, line }) => (worker === index ? [line.kind] : []));
    expect(kindsOf(0)).toEqual(['run', 'share', 'row', 'item', 'selected']);
    expect(kindsOf(1)).toEqual(['run', 'share', 'item', 'selected']);
    expect(lines[0]?.line).toMatchObject({ settings: { concurrency: 1, maxPerNode: 8 } });
    expect(lines[1]?.line).toMatchObject({ worker: 0, workers: 2, rules: aPlan().rules });
  });
});

describe('tieToJob', () => {
  const job = { name: NAME, uid: 'u-1' };

  it('lets the Job own what is in its namespace, and marks what is not', () => {
    const [own, shop] = rolesOf(aPlan()).map(({ role }) => tieToJob(role, RUN, job).metadata);
    expect(own?.ownerReferences).toEqual([{ apiVersion: 'batch/v1', kind: 'Job', ...job }]);
    expect(own?.annotations).toBeUndefined();
    expect(shop?.ownerReferences).toBeUndefined();
    expect(shop?.annotations).toEqual({ 'kubectl-debug/job': 'jobs/u-1' });
  });
});
