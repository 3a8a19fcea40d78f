import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import type { ApiRequest } from '../../cluster/cluster.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { FleetPlan } from '../objects/fleet-plan.ts';
import { shareOut } from '../share/share-out.ts';
import { startFleet } from './start-fleet.ts';

const SETTINGS = someAuditSettings();

const PLAN: FleetPlan = {
  run: { runId: 'r1', namespace: 'jobs' },
  image: 'x',
  account: { kind: 'own', pullSecrets: [] },
  rules: [
    { namespace: 'jobs', group: '', resource: 'configmaps', verb: 'list' },
    { namespace: 'shop', group: '', resource: 'pods', verb: 'list' },
  ],
  head: {
    kind: 'run',
    version: 1,
    runId: 'r1',
    startedAt: '2026-11-23T07:00:00.000Z',
    server: 'https://k.example',
    settings: SETTINGS,
    namespaces: ['shop'],
  },
  skipped: [],
  shares: shareOut([aRunItem()], { workers: 1, settings: SETTINGS }),
};

const wordOf = ({ method, path }: ApiRequest): string =>
  `${method} ${path.replace(/^.*\/namespaces\//, '').replaceAll('audit-r1', 'RUN')}`;

/** Starts the run on a server that refuses what `refuses` says. */
async function start(refuses: (word: string) => number | undefined, signal = new AbortController().signal) {
  const words: string[] = [];
  const warnings: string[] = [];
  const { cluster, requests } = aCluster({
    json: (request) => {
      const word = wordOf(request);
      words.push(word);
      const code = refuses(word);
      if (code !== undefined) throw new ApiError(request, code, { code, message: 'no' });
      return { metadata: { uid: 'u-1' } };
    },
  });
  const { io } = anIo({ clock: 'real' });
  const started = startFleet({ io, cluster, warn: (text) => warnings.push(text) }, PLAN, signal).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  return { outcome: await started, words, warnings, requests };
}

const REST = [
  'POST jobs/serviceaccounts',
  'POST jobs/roles',
  'POST jobs/rolebindings',
  'POST shop/roles',
  'POST shop/rolebindings',
  'POST jobs/configmaps',
  'POST jobs/configmaps',
];

describe('startFleet', () => {
  it('creates the Job first, which waits, and lets it go last', async () => {
    const { outcome, words, requests } = await start(() => undefined);
    expect(outcome).toBe('started');
    expect(words[0]).toBe('POST jobs/jobs');
    expect(words.slice(1, -1).toSorted()).toEqual(REST.toSorted());
    expect(words.at(-1)).toBe('PATCH jobs/jobs/RUN');
    expect(requests[0]?.body).toMatchObject({ spec: { suspend: true } });
    expect(requests.at(-1)?.body).toEqual({ spec: { suspend: false } });
  });

  it('removes nothing if the Job itself is refused', async () => {
    const { outcome, words } = await start((word) => (word === 'POST jobs/jobs' ? 403 : undefined));
    expect(outcome).toContain('cannot create Job jobs/audit-r1');
    expect(words).toEqual(['POST jobs/jobs']);
  });

  it('removes what the Job does not take with it, and only that', async () => {
    const { outcome, words, warnings } = await start((word) =>
      word === 'POST shop/rolebindings' ? 403 : undefined,
    );
    expect(outcome).toContain('cannot create RoleBinding shop/audit-r1');
    expect(words.filter((word) => word.startsWith('DELETE')).toSorted()).toEqual([
      'DELETE jobs/jobs/RUN',
      'DELETE shop/roles/RUN',
    ]);
    expect(words).not.toContain('PATCH jobs/jobs/RUN');
    expect(warnings).toEqual([]);
  });

  it('says what stays, and how to remove it', async () => {
    const { warnings } = await start((word) =>
      word === 'PATCH jobs/jobs/RUN' || word === 'DELETE shop/roles/RUN' ? 403 : undefined,
    );
    expect(warnings).toEqual([
      'Role shop/audit-r1 stays: no; to remove it: kubectl delete role.rbac.authorization.k8s.io audit-r1 -n shop',
    ]);
  });

  it('binds a role again that the server does not know yet', async () => {
    let misses = 2;
    const { outcome, words } = await start((word) =>
      word === 'POST shop/rolebindings' && misses-- > 0 ? 404 : undefined,
    );
    expect(outcome).toBe('started');
    expect(words.filter((word) => word === 'POST shop/rolebindings')).toHaveLength(3);
  });

  it('removes the Job if it is interrupted before the pods may start', async () => {
    const { words } = await start(() => undefined, AbortSignal.abort(new Error('interrupted')));
    expect(words).toEqual(['POST jobs/jobs', 'DELETE jobs/jobs/RUN']);
  });
});
