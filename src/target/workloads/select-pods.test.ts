import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { OwnerReference, Pod } from '../../pod/types.ts';
import { parseTarget, type NodeRef, type WorkloadRef } from '../names/parse-target.ts';
import { listSelectedPods, selectPods, type PodSelection } from './select-pods.ts';

const NEVER = new AbortController().signal;
const PATHS = {
  deploy: '/apis/apps/v1/namespaces/shop/deployments/web',
  sts: '/apis/apps/v1/namespaces/shop/statefulsets/web',
  ds: '/apis/apps/v1/namespaces/shop/daemonsets/web',
  rs: '/apis/apps/v1/namespaces/shop/replicasets/web',
  rc: '/api/v1/namespaces/shop/replicationcontrollers/web',
  job: '/apis/batch/v1/namespaces/shop/jobs/web',
  cj: '/apis/batch/v1/namespaces/shop/cronjobs/web',
  svc: '/api/v1/namespaces/shop/services/web',
};
const JOBS = '/apis/batch/v1/namespaces/shop/jobs';

function refuse(path: string, code: number): never {
  throw new ApiError({ method: 'GET', path }, code, { code, message: 'no' });
}

/** A cluster of which each path has an object, or an answer that says no. */
function clusterWith(objects: Readonly<Record<string, unknown>>, change: Partial<Cluster> = {}): Cluster {
  const { cluster } = aCluster({
    json: ({ path }) => {
      const found = objects[path] ?? 404;
      return typeof found === 'number' ? refuse(path, found) : found;
    },
  });
  return { ...cluster, ...change };
}

function target(text: string): WorkloadRef | NodeRef {
  const parsed = parseTarget(text);
  if (parsed.kind === 'pod') throw new Error('not part of this test');
  return parsed;
}

function select(cluster: Cluster, text: string): Promise<PodSelection> {
  return selectPods(cluster, target(text), NEVER);
}

const metadata = { name: 'web', namespace: 'shop', uid: 'uid-web' };
const matchLabels = { app: 'web', tier: 'front' };

function owner(kind: string, name: string, uid: string): OwnerReference {
  return { apiVersion: 'v1', kind, name, uid, controller: true };
}

function podOf(ownerReferences: readonly OwnerReference[], labels: Record<string, string> = {}): Pod {
  return aPod({ metadata: { ownerReferences, labels } });
}

describe('selectPods', () => {
  it.each(['sts', 'ds', 'rs', 'rc', 'job'] as const)(
    'takes the pods that %s/web controls, of those with its labels',
    async (type) => {
      const selector = type === 'rc' ? matchLabels : { matchLabels };
      const selection = await select(
        clusterWith({ [PATHS[type]]: { metadata, spec: { selector } } }),
        `${type}/web`,
      );
      expect(selection).toMatchObject({ namespace: 'shop', labelSelector: 'app=web,tier=front' });
      expect(selection.includes(podOf([owner('X', 'web', 'uid-web')]))).toBe(true);
      expect(selection.includes(podOf([owner('X', 'web', 'uid-other')]))).toBe(false);
      expect(selection.includes(podOf([{ ...owner('X', 'web', 'uid-web'), controller: false }]))).toBe(false);
      expect(selection.includes(podOf([]))).toBe(false);
    },
  );

  it.each([
    { owned: [owner('ReplicaSet', 'web-5d9f', 'a')], hash: '5d9f', expected: true },
    { owned: [owner('ReplicaSet', 'web-7c6b', 'b')], hash: '7c6b', expected: true },
    { owned: [owner('ReplicaSet', 'other-5d9f', 'c')], hash: '5d9f', expected: false },
    { owned: [owner('ReplicaSet', 'adopted', 'd')], hash: undefined, expected: true },
    { owned: [owner('StatefulSet', 'web-5d9f', 'e')], hash: '5d9f', expected: false },
    { owned: [], hash: '5d9f', expected: false },
  ])('includes a pod of a deployment by its ReplicaSet: $owned, $hash', async ({ owned, hash, expected }) => {
    const objects = { [PATHS.deploy]: { metadata, spec: { selector: { matchLabels } } } };
    const { includes } = await select(clusterWith(objects), 'deploy/web');
    expect(includes(podOf(owned, hash === undefined ? {} : { 'pod-template-hash': hash }))).toBe(expected);
  });

  it('writes every operator of a selector', async () => {
    const matchExpressions = [
      { key: 'tier', operator: 'In', values: ['front', 'back'] },
      { key: 'track', operator: 'NotIn', values: ['canary'] },
      { key: 'team', operator: 'Exists' },
      { key: 'old', operator: 'DoesNotExist' },
    ];
    const selector = { matchLabels: { app: 'web' }, matchExpressions };
    const cluster = clusterWith({ [PATHS.deploy]: { metadata, spec: { selector } } });
    expect((await select(cluster, 'deploy/web')).labelSelector).toBe(
      'app=web,tier in (front,back),track notin (canary),team,!old',
    );
  });

  it('takes the pods of the jobs of a cron job: those that there are, and those to come', async () => {
    const made = { metadata: { uid: 'made-by-hand', ownerReferences: [owner('CronJob', 'web', 'uid-web')] } };
    const other = { metadata: { uid: 'other' } };
    const cluster = clusterWith({ [PATHS.cj]: { metadata, spec: {} }, [JOBS]: { items: [made, other] } });
    const { includes, ...selection } = await select(cluster, 'cronjob/web');
    expect(selection).toEqual({ namespace: 'shop', labelSelector: 'job-name' });
    expect(includes(podOf([owner('Job', 'now', 'made-by-hand')]))).toBe(true);
    expect(includes(podOf([owner('Job', 'web-29000000', 'later')]))).toBe(true);
    expect(includes(podOf([owner('Job', 'other', 'other')]))).toBe(false);
    expect(includes(podOf([owner('Job', 'web-api-29000000', 'another')]))).toBe(false);
  });

  it('takes all pods that a service finds, whoever owns them', async () => {
    const cluster = clusterWith({ [PATHS.svc]: { metadata, spec: { selector: { app: 'web' } } } });
    const { includes, ...selection } = await select(cluster, 'svc/web');
    expect(selection).toEqual({ namespace: 'shop', labelSelector: 'app=web' });
    expect(includes(podOf([]))).toBe(true);
  });

  it.each([{ spec: {} }, { spec: { selector: null } }, {}])(
    'refuses a service that selects nothing: %o',
    async (fields) => {
      const cluster = clusterWith({ [PATHS.svc]: { metadata, ...fields } });
      await expect(select(cluster, 'svc/web')).rejects.toMatchObject({ kind: 'usage' });
    },
  );

  it.each([
    { namespaceIsExplicit: false, namespace: undefined },
    { namespaceIsExplicit: true, namespace: 'shop' },
  ])('takes the pods of a node in $namespace', async ({ namespace, namespaceIsExplicit }) => {
    const cluster = clusterWith(
      { '/api/v1/nodes/n1': { metadata: { name: 'n1' } } },
      { namespaceIsExplicit },
    );
    expect(await select(cluster, 'node/n1')).toMatchObject({ namespace, fieldSelector: 'spec.nodeName=n1' });
  });

  it('asks for the pods of a node also when it may not read nodes', async () => {
    const selection = await select(clusterWith({ '/api/v1/nodes/n1': 403 }), 'node/n1');
    expect(selection.fieldSelector).toBe('spec.nodeName=n1');
  });

  it.each([
    { text: 'node/n1', message: 'no node "n1"' },
    { text: 'deploy/web', message: 'no deployment "web" in namespace "shop"' },
  ])('says that there is no $text', async ({ text, message }) => {
    await expect(select(clusterWith({}), text)).rejects.toMatchObject({ kind: 'not-found', message });
  });

  it('says what could not be read', async () => {
    await expect(select(clusterWith({ [PATHS.deploy]: 403 }), 'deploy/web')).rejects.toMatchObject({
      kind: 'forbidden',
      message: 'cannot read deployment/web in namespace "shop": no',
    });
  });
});

describe('listSelectedPods', () => {
  it('keeps of what the server finds what belongs to the target', async () => {
    const mine = podOf([owner('X', 'web', 'uid-web')]);
    const items = [mine, podOf([])];
    const { cluster, requests } = aCluster({ json: () => ({ items }) });
    const includes = (pod: Pod): boolean => pod === mine;
    const selection = { namespace: 'shop', labelSelector: 'app=web', includes };
    const pages = [];
    for await (const page of listSelectedPods(cluster, selection, NEVER)) pages.push(page.items);
    expect(pages).toEqual([[mine]]);
    expect(requests).toMatchObject([
      { path: '/api/v1/namespaces/shop/pods', query: { labelSelector: 'app=web' } },
    ]);
  });
});
