import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { describeSource, successorSource } from './pod-source.ts';

const DEPLOYMENT = {
  metadata: { name: 'web', uid: 'd' },
  spec: { selector: { matchLabels: { app: 'web' } } },
};

const owned = (kind: string, name: string, labels: Readonly<Record<string, string>> = {}) =>
  aPod({
    name: 'web-1',
    metadata: {
      labels,
      ownerReferences: [{ apiVersion: 'v1', kind, name, uid: 'o', controller: true }],
    },
  });

async function successor(pod: ReturnType<typeof owned>, hasDeployment = true): Promise<string> {
  const { cluster } = aCluster({
    json: ({ path, method }) => {
      if (hasDeployment && path.endsWith('/deployments/web')) return DEPLOYMENT;
      if (path.endsWith('/deployments')) return { items: [], metadata: {} };
      throw new ApiError({ method, path }, 404, { message: 'not found' });
    },
  });
  return describeSource(await successorSource(cluster, pod, new AbortController().signal));
}

describe('successorSource', () => {
  const HASH = { 'pod-template-hash': '5d8' };
  it.each([
    { label: 'its name, if nothing owns it', pod: aPod({ name: 'web-1' }), source: 'pod shop/web-1' },
    { label: 'its name, in a StatefulSet', pod: owned('StatefulSet', 'web'), source: 'pod shop/web-1' },
    { label: 'its name, if it is static', pod: owned('Node', 'n1'), source: 'pod shop/web-1' },
    { label: 'the Deployment', pod: owned('ReplicaSet', 'web-5d8', HASH), source: 'deployment/web' },
    { label: 'a ReplicaSet by itself', pod: owned('ReplicaSet', 'web-5d8'), source: 'replicaset/web-5d8' },
    { label: 'a DaemonSet', pod: owned('DaemonSet', 'web'), source: 'daemonset/web' },
    { label: 'a Job', pod: owned('Job', 'web'), source: 'job/web' },
    { label: 'an owner of another type', pod: owned('CloneSet', 'web'), source: 'CloneSet web' },
  ])('is $label', async ({ pod, source }) => {
    expect(await successor(pod)).toBe(source);
  });

  it('is the ReplicaSet, if there is no Deployment of the name', async () => {
    expect(await successor(owned('ReplicaSet', 'web-5d8', HASH), false)).toBe('replicaset/web-5d8');
  });
});
