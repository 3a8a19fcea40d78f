import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import type { ApiRequest } from '../../cluster/cluster.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { removeOrphans } from './remove-orphans.ts';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** A role or binding of the run `r1`, whose Job had the id `u-1`. */
const tied = (more: Readonly<Record<string, unknown>> = {}) => ({
  metadata: {
    name: 'audit-r1',
    namespace: 'shop',
    uid: 'u-2',
    labels: { 'kubectl-debug/audit': 'r1' },
    annotations: { 'kubectl-debug/job': 'jobs/u-1' },
    ...more,
  },
});

interface Server {
  readonly roles?: readonly object[];
  /** The id of the Job that is there. */
  readonly job?: string;
  readonly refuses?: (request: ApiRequest) => number | undefined;
}

/** What is deleted on a server with these objects. */
async function removed({
  roles = [tied()],
  job,
  refuses = () => undefined,
}: Server): Promise<readonly string[]> {
  const { cluster, requests } = aCluster({
    json: (request) => {
      const { method, path } = request;
      const isJob = path.includes('/jobs/jobs/') || path.includes('/batch/');
      const code = refuses(request) ?? (isJob && job === undefined ? 404 : undefined);
      if (code !== undefined) throw new ApiError(request, code, { code, message: 'no' });
      if (isJob) return { metadata: { uid: job } };
      if (method === 'DELETE') return {};
      return { metadata: {}, items: path.endsWith('/roles') ? roles : [] };
    },
  });
  const { io } = anIo({ clock: 'real' });
  const { signal } = new AbortController();
  await removeOrphans({ io, cluster }, ['shop'], signal);
  return requests.flatMap(({ method, path }) => (method === 'DELETE' ? [path.replace(RBAC, '')] : []));
}

it.each<{ readonly label: string; readonly server: Server }>([
  { label: 'its Job is gone', server: {} },
  { label: 'its Job was replaced by another one of the name', server: { job: 'u-9' } },
  {
    label: 'the user may list only one namespace',
    server: {
      refuses: ({ method, path }: ApiRequest) =>
        method === 'GET' && path.startsWith(RBAC) && !path.includes('/namespaces/') ? 403 : undefined,
    },
  },
])('removes a role if $label', async ({ server }) => {
  expect(await removed(server)).toEqual(['/namespaces/shop/roles/audit-r1']);
});

it.each<{ readonly label: string; readonly server: Server }>([
  { label: 'its Job is there', server: { job: 'u-1' } },
  {
    label: 'nobody knows whether its Job is there',
    server: { refuses: ({ path }: ApiRequest) => (path.includes('/batch/') ? 403 : undefined) },
  },
  { label: 'it names no Job', server: { roles: [tied({ annotations: {} })] } },
  { label: 'it only has the label', server: { roles: [tied({ name: 'my-role' })] } },
])('leaves a role if $label', async ({ server }) => {
  expect(await removed(server)).toEqual([]);
});
