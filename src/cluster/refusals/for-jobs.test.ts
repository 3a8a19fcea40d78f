import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { ApiError } from './api-error.ts';
import { explainApiError } from './explain-api-error.ts';
import { forJobs } from './for-jobs.ts';
import type { Purpose } from './purposes.ts';

const path = '/api/v1/namespaces/shop/pods/web-1';

interface Lacking {
  readonly jobs: readonly Purpose[];
  readonly verb?: string;
  readonly right: string;
  readonly hint: string;
}

const ROWS: readonly Lacking[] = [
  { jobs: ['forward'], right: 'pods', hint: 'forward' },
  { jobs: ['forward'], right: 'pods/portforward', hint: 'forward' },
  { jobs: ['forward', 'exec'], right: 'pods/exec', hint: 'forward,exec' },
  { jobs: ['forward', 'exec', 'workloads'], right: 'pods', hint: 'forward,exec,workloads' },
  { jobs: ['capture'], verb: 'patch', right: 'pods/ephemeralcontainers', hint: 'capture' },
  { jobs: ['cp'], right: 'pods/exec', hint: 'cp' },
  // No job of the command takes it, so it belongs to something else.
  { jobs: ['snapshot'], verb: 'delete', right: 'pods', hint: 'copies' },
];

it.each(ROWS)(
  'names $hint for $right in a command that does $jobs',
  async ({ jobs, verb = 'get', right, hint }) => {
    const message = `User "dev" cannot ${verb} resource "${right}" in API group "" in the namespace "shop"`;
    const refuse = (): never => {
      throw new ApiError({ method: 'PATCH', path }, 403, { message, details: { kind: 'pods' } });
    };
    const { cluster } = aCluster({ json: refuse });
    const refused = forJobs(cluster, jobs).requestJson({ method: 'GET', path });
    const error = await refused.catch((caught: unknown) => explainApiError(caught, { action: 'do it' }));
    expect(error).toMatchObject({
      hint: expect.stringContaining(`check -n shop --for=${hint} -o yaml`) as string,
    });
  },
);

it.each(['exec', 'portforward'])('names the jobs where a session needs %s', async (subresource) => {
  const upgrade = (): never => {
    throw new ApiError({ method: 'GET', path: `${path}/${subresource}` }, 403, { message: 'forbidden: ' });
  };
  const { cluster } = aCluster({ upgrade });
  const refused = forJobs(cluster, ['forward', 'exec']).upgrade({ path, protocols: [] });
  const error = await refused.catch((caught: unknown) => explainApiError(caught, { action: 'do it' }));
  expect(error).toMatchObject({ hint: expect.stringContaining('--for=forward,exec ') as string });
});

it('leaves all else of a refusal, and other errors, as they are', async () => {
  const request = { method: 'GET', path } as const;
  const gone = new ApiError(request, 410, {
    message: 'too old',
    reason: 'Expired',
    metadata: { continue: 'token' },
    details: { name: 'web-1' },
  });
  const named = forJobs(aCluster({ json: () => Promise.reject(gone) }).cluster, ['cp']);
  await expect(named.requestJson(request)).rejects.toEqual(Object.assign(gone, { jobs: ['cp'] }));
  const broken = new Error('broken');
  const other = forJobs(aCluster({ json: () => Promise.reject(broken) }).cluster, ['cp']);
  await expect(other.requestJson(request)).rejects.toBe(broken);
});
