import { expect, it } from 'vitest';
import { aCluster } from '../../../../test/builders/a-cluster.ts';
import { anIo } from '../../../../test/builders/an-io.ts';
import { ApiError } from '../../../cluster/refusals/api-error.ts';
import { linesConfigMap } from '../../../fleet/lines/lines-config-map.ts';
import { makeNotes } from '../../../output/say/notes.ts';
import { chooseFleetRun } from './choose-fleet-run.ts';

const job = (runId: string) => ({
  metadata: { name: `audit-${runId}`, namespace: 'shop', labels: { 'kubectl-debug/audit': runId } },
});

it('lists a damaged audit as such, says how to remove it, and lists the others', async () => {
  const run = { runId: 'broken', namespace: 'shop' };
  const piece = { part: 'plan', worker: 0, sequence: 0, writer: '', piece: 1, pieces: 1 } as const;
  const broken = linesConfigMap(run, { ...piece, bytes: Buffer.from('nonsense') });
  const { cluster } = aCluster({
    json: (request) => {
      if (request.path.endsWith('/jobs')) return { items: [job('broken'), job('fine')] };
      const isOfBroken = decodeURIComponent(JSON.stringify(request)).includes('audit=broken');
      if (request.path.endsWith('/configmaps')) return { items: isOfBroken ? [broken] : [] };
      throw new ApiError(request, 404, { code: 404, message: 'no' });
    },
  });
  const { io, stdoutText, stderrText } = anIo();
  const choosing = chooseFleetRun(
    { io, cluster, notes: makeNotes(io, { quiet: false }) },
    { isAllNamespaces: false },
    new AbortController().signal,
  );
  await expect(choosing).rejects.toMatchObject({ kind: 'usage' });
  expect(stdoutText()).toMatch(/^RUN .*\nfine .* Running .*\nbroken .* Damaged .*\n$/);
  expect(stderrText()).toMatch(
    /^Warning: the audit broken is damaged: ConfigMap shop\/audit-broken-plan-0-000000 holds no lines of an audit: .*; to remove it: kubectl delete job audit-broken -n shop\n$/,
  );
});
