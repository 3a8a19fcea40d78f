import { listShape, POD } from '../objects/object-shapes.ts';
import { describe, expect, it } from 'vitest';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import { checkAccess } from './access-review.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { ApiRequest, Cluster } from '../cluster.ts';
import { openLog } from './log.ts';
import { createPod, deletePod, getPod, listPods, patchEphemeralContainer } from './pods.ts';

/** A cluster that gives its answers in turn and writes down the requests. */
function aCluster(...answers: readonly unknown[]): { cluster: Cluster; requests: ApiRequest[] } {
  const requests: ApiRequest[] = [];
  const answerTo = <T>(request: ApiRequest): Promise<T> => {
    const answer = answers[requests.push(request) - 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T);
  };
  const cluster: Cluster = {
    server: 'https://k.example',
    namespace: 'shop',
    namespaceIsExplicit: false,
    requestJson: answerTo,
    requestCompact: () => Promise.reject(new Error('not part of this test')),
    openStream: answerTo,
    upgrade: () => Promise.reject(new Error('not part of this test')),
    upgradeSpdy: () => Promise.reject(new Error('not part of this test')),
    prepare: () => undefined,
    giveReason: () => undefined,
    close: () => undefined,
  };
  return { cluster, requests };
}

const ref = { namespace: 'shop', name: 'web-1' };
const path = '/api/v1/namespaces/shop/pods/web-1';
const { signal } = new AbortController();

async function namesOf(
  pages: AsyncIterable<{ items: readonly Pod[]; resourceVersion: string }>,
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const page of pages)
    seen.push([page.items.map(({ metadata }) => metadata.name), page.resourceVersion]);
  return seen;
}

describe('listPods', () => {
  const page = (names: readonly string[], token?: string): object => ({
    metadata: { resourceVersion: '7', ...(token !== undefined && { continue: token }) },
    items: names.map((name) => ({ metadata: { name } })),
  });

  it('reads pages of 500 until there is no more', async () => {
    const { cluster, requests } = aCluster(page(['a', 'b'], 'next'), page(['c'], ''));
    const pods = listPods(cluster, { namespace: 'shop', labelSelector: 'app=web' }, signal);
    expect(await namesOf(pods)).toEqual([
      [['a', 'b'], '7'],
      [['c'], '7'],
    ]);
    const query = { labelSelector: 'app=web', limit: 500 };
    expect(requests).toEqual([
      {
        shape: listShape(POD),
        method: 'GET',
        path: '/api/v1/namespaces/shop/pods',
        query: { ...query, continue: undefined },
        signal,
      },
      {
        shape: listShape(POD),
        method: 'GET',
        path: '/api/v1/namespaces/shop/pods',
        query: { ...query, continue: 'next' },
        signal,
      },
    ]);
  });

  it('reads all namespaces when none is given, and takes no items for none', async () => {
    const { cluster, requests } = aCluster({ metadata: { resourceVersion: '7' }, items: null });
    expect(await namesOf(listPods(cluster, { limit: 2 }))).toEqual([[[], '7']]);
    expect(requests[0]).toMatchObject({ path: '/api/v1/pods', query: { limit: 2 } });
  });

  it('goes on with the token of a 410, so that nothing comes twice', async () => {
    const gone = new ApiError({ method: 'GET', path }, 410, { metadata: { continue: 'anyway' } });
    const { cluster, requests } = aCluster(page(['a'], 'next'), gone, page(['b']));
    expect(await namesOf(listPods(cluster, {}))).toEqual([
      [['a'], '7'],
      [['b'], '7'],
    ]);
    expect(requests.map(({ query }) => query?.['continue'])).toEqual([undefined, 'next', 'anyway']);
  });

  it.each([
    ['a 410 without a token', new ApiError({ method: 'GET', path }, 410, {})],
    ['another refusal', new ApiError({ method: 'GET', path }, 403, { metadata: { continue: 'x' } })],
  ])('ends with %s', async (_label, refusal) => {
    const { cluster } = aCluster(page(['a'], 'next'), refusal);
    await expect(namesOf(listPods(cluster, {}))).rejects.toBe(refusal);
  });
});

it('reads one pod', async () => {
  const { cluster, requests } = aCluster({ metadata: { name: 'web-1' } });
  expect(await getPod(cluster, ref)).toEqual({ metadata: { name: 'web-1' } });
  expect(requests).toEqual([{ method: 'GET', path, shape: POD }]);
});

it('adds an ephemeral container by a merge that names the pod by its uid', async () => {
  const container: EphemeralContainer = { name: 'dbg', image: 'busybox' };
  const { cluster, requests } = aCluster({});
  await patchEphemeralContainer(cluster, { ref, uid: 'u-1', container, existing: ['old'] }, signal);
  expect(requests).toEqual([
    {
      shape: POD,
      method: 'PATCH',
      path: `${path}/ephemeralcontainers`,
      query: { fieldManager: 'kubectl-debug', fieldValidation: 'Strict' },
      contentType: 'application/strategic-merge-patch+json',
      body: {
        metadata: { uid: 'u-1' },
        spec: {
          ephemeralContainers: [container],
          '$setElementOrder/ephemeralContainers': [{ name: 'old' }, { name: container.name }],
        },
      },
      signal,
    },
  ]);
});

it('creates a pod in its own namespace', async () => {
  const { cluster, requests } = aCluster({}, {});
  const pod = { metadata: { name: 'copy', namespace: 'other' }, spec: { containers: [] } };
  await createPod(cluster, { pod });
  await createPod(cluster, { pod: { ...pod, metadata: { name: 'copy' } }, isDryRun: true });
  expect(requests.map((request) => request.path)).toEqual([
    '/api/v1/namespaces/other/pods',
    '/api/v1/namespaces/shop/pods',
  ]);
  expect(requests[0]).toMatchObject({ method: 'POST', body: pod, query: { fieldValidation: 'Strict' } });
  expect(requests.map(({ query }) => query?.['dryRun'])).toEqual([undefined, 'All']);
});

it('deletes a pod, and no other of its name', async () => {
  const { cluster, requests } = aCluster({ metadata: {} }, { metadata: {} });
  await deletePod(cluster, { ref, uid: 'u-1', gracePeriodSeconds: 0 });
  await deletePod(cluster, { ref });
  expect(requests.map(({ method, body }) => [method, body])).toEqual([
    [
      'DELETE',
      { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, preconditions: { uid: 'u-1' } },
    ],
    ['DELETE', { apiVersion: 'v1', kind: 'DeleteOptions' }],
  ]);
});

it.each([
  { label: 'a pod that never ran, or has finished', metadata: {}, isGone: true },
  {
    label: 'one without grace',
    metadata: { deletionTimestamp: 'T', deletionGracePeriodSeconds: 0 },
    isGone: true,
  },
  {
    label: 'one that runs',
    metadata: { deletionTimestamp: 'T', deletionGracePeriodSeconds: 30 },
    isGone: false,
  },
  {
    label: 'one that is held',
    metadata: { deletionTimestamp: 'T', deletionGracePeriodSeconds: 0, finalizers: ['a/b'] },
    isGone: false,
  },
])('knows whether $label is gone', async ({ metadata, isGone }) => {
  const { cluster } = aCluster({ metadata, spec: { nodeName: 'n1' } });
  const { finalizers } = { finalizers: [], ...metadata };
  expect(await deletePod(cluster, { ref })).toEqual({ isGone, finalizers, nodeName: 'n1' });
});

it('opens a log with what was asked for', async () => {
  const { cluster, requests } = aCluster({});
  const sinceTime = new Date('2030-01-01T00:00:00Z');
  await openLog(cluster, { ...ref, container: 'dbg' }, { follow: true, timestamps: true, sinceTime, signal });
  expect(requests).toEqual([
    {
      method: 'GET',
      path: `${path}/log`,
      query: {
        container: 'dbg',
        follow: true,
        timestamps: true,
        sinceTime: '2030-01-01T00:00:00.000Z',
      },
      signal,
    },
  ]);
});

it.each([true, false, undefined])('asks whether the user may: %s', async (allowed) => {
  const { cluster, requests } = aCluster({ status: { allowed } });
  const question = { verb: 'patch', resource: 'pods', subresource: 'ephemeralcontainers', namespace: 'shop' };
  expect(await checkAccess(cluster, question)).toBe(allowed);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: { kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: question } },
  });
});
