import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { ApiRequest } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { findPod } from './find-pod.ts';

const REF = { namespace: 'shop', name: 'web' };

function refuse({ method, path }: ApiRequest, code: number): never {
  throw new ApiError({ method, path }, code, { code, message: 'no' });
}

/** A namespace without the pod; `code` is what the server says of the namespace itself. */
function find(code: number, names: readonly string[] = [], workloads: readonly string[] = []) {
  const { cluster, requests } = aCluster({
    json: (request) => {
      if (workloads.some((path) => request.path.endsWith(path))) return { metadata: { name: 'web' } };
      if (request.path === '/api/v1/namespaces/shop')
        return code === 200 ? { metadata: { name: 'shop' } } : refuse(request, code);
      if (!request.path.endsWith('/pods')) return refuse(request, 404);
      return { items: names.map((name) => ({ ...aPod(), metadata: { name } })) };
    },
  });
  return { found: findPod(cluster, { ref: REF, ask: undefined }, new AbortController().signal), requests };
}

describe('findPod', () => {
  it('says that there is no such namespace', async () => {
    await expect(find(404).found).rejects.toMatchObject({
      kind: 'not-found',
      message: 'cannot read pod "web": there is no namespace "shop"',
      hint: 'kubectl get namespaces lists those that exist',
    });
  });

  it.each([
    { label: 'the namespace is empty', code: 200 },
    { label: 'nobody may read the namespace', code: 403 },
  ])('says that there is no such pod when $label', async ({ code }) => {
    await expect(find(code).found).rejects.toMatchObject({ message: 'no pod "web" in namespace "shop"' });
  });

  it.each([
    { workloads: ['/deployments/web'], hint: 'did you mean deploy/web?' },
    { workloads: ['/services/web', '/deployments/web'], hint: 'did you mean one of deploy/web, svc/web?' },
    { workloads: ['/daemonsets/web'], hint: 'did you mean ds/web?' },
  ])('says $hint before it names pods', async ({ workloads, hint }) => {
    await expect(find(200, ['web-1', 'web-2'], workloads).found).rejects.toMatchObject({ hint });
  });

  it('names a pod of a like name, and asks of a namespace that has pods only what else has the name', async () => {
    const { found, requests } = find(404, ['wob']);
    await expect(found).rejects.toMatchObject({ hint: expect.stringContaining('wob') });
    expect(requests.map(({ path }) => path)).toEqual([
      '/api/v1/namespaces/shop/pods/web',
      '/api/v1/namespaces/shop/pods',
      '/apis/apps/v1/namespaces/shop/deployments/web',
      '/apis/apps/v1/namespaces/shop/statefulsets/web',
      '/apis/apps/v1/namespaces/shop/daemonsets/web',
      '/api/v1/namespaces/shop/services/web',
    ]);
  });

  it.each(['/pods', '/deployments/web'])(
    'does not take a lost connection at %s for no answer',
    async (path) => {
      const { cluster } = aCluster({
        json: (request) => {
          if (request.path.endsWith(path)) throw new CliError('connection-lost', 'reset');
          if (request.path.endsWith('/pods')) return { items: [aPod()] };
          return refuse(request, 404);
        },
      });
      const found = findPod(cluster, { ref: REF, ask: undefined }, new AbortController().signal);
      await expect(found).rejects.toMatchObject({ kind: 'connection-lost' });
    },
  );
});
