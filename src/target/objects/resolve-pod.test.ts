import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { ApiRequest, Cluster } from '../../cluster/cluster.ts';
import { resolvePod } from './resolve-pod.ts';

const REF = { namespace: 'shop', name: 'web-1' };

/** A cluster that answers each request with what `answer` returns or throws. */
function aCluster(answer: (request: ApiRequest) => unknown): Cluster {
  const unused = (): never => {
    throw new Error('not part of this test');
  };
  return {
    server: 'https://api.example',
    namespace: 'shop',
    namespaceIsExplicit: false,
    requestJson: <T>(request: ApiRequest) => Promise.resolve().then(() => answer(request) as T),
    requestCompact: unused,
    openStream: unused,
    upgrade: unused,
    upgradeSpdy: unused,
    prepare: unused,
    giveReason: unused,
    close: unused,
  };
}

function refusing(code: number, reason: string, message: string): Cluster {
  return aCluster(({ method, path }) => {
    throw new ApiError({ method, path }, code, { code, reason, message, details: { name: 'web-1' } });
  });
}

describe('resolvePod', () => {
  it('reads the pod that was named', async () => {
    const pod = aPod();
    const asked: ApiRequest[] = [];
    const cluster = aCluster((request) => {
      asked.push(request);
      return pod;
    });
    expect(await resolvePod(cluster, REF, new AbortController().signal)).toBe(pod);
    expect(asked).toMatchObject([{ method: 'GET', path: '/api/v1/namespaces/shop/pods/web-1' }]);
  });

  it('names the namespace in which there is no such pod', async () => {
    const cluster = refusing(404, 'NotFound', 'pods "web-1" not found');
    await expect(resolvePod(cluster, REF, new AbortController().signal)).rejects.toMatchObject({
      kind: 'not-found',
      message: 'no pod "web-1" in namespace "shop"',
      hint: 'kubectl-debug pods -n shop lists those that exist',
    });
  });

  it('explains every other refusal', async () => {
    const cluster = refusing(403, 'Forbidden', 'pods "web-1" is forbidden: User "dev" cannot get it');
    await expect(resolvePod(cluster, REF, new AbortController().signal)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('cannot read pod shop/web-1: '),
    });
  });
});
