import { expect, it } from 'vitest';
import { aCluster } from '../../../../test/builders/a-cluster.ts';
import { anIo } from '../../../../test/builders/an-io.ts';
import { ApiError } from '../../../cluster/refusals/api-error.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { linesConfigMap } from '../../../fleet/lines/lines-config-map.ts';
import { makeNotes } from '../../../output/say/notes.ts';
import { chooseFleetRun } from './choose-fleet-run.ts';

const job = (runId: string) => ({
  metadata: { name: `audit-${runId}`, namespace: 'shop', labels: { 'kubectl-debug/audit': runId } },
});

const BROKEN = linesConfigMap(
  { runId: 'broken', namespace: 'shop' },
  {
    ...{ part: 'plan', worker: 0, sequence: 0, writer: '', piece: 1, pieces: 1 },
    bytes: Buffer.from('nonsense'),
  },
);

/** Chooses of these audits without a terminal; `configMaps` answers for one of them. */
function chooseOf(runIds: readonly string[], configMaps: (isOfBroken: boolean) => readonly object[]) {
  const { cluster } = aCluster({
    json: (request) => {
      if (request.path.endsWith('/jobs')) return { items: runIds.map(job) };
      const isOfBroken = decodeURIComponent(JSON.stringify(request)).includes('audit=broken');
      if (request.path.endsWith('/configmaps')) return { items: configMaps(isOfBroken) };
      throw new ApiError(request, 404, { code: 404, message: 'no' });
    },
  });
  const { io, stdoutText, stderrText } = anIo();
  const choosing = chooseFleetRun(
    { io, cluster, notes: makeNotes(io, { quiet: false }) },
    { isAllNamespaces: false },
    new AbortController().signal,
  );
  return { choosing, stdoutText, stderrText };
}

const brokenOrNone = (isOfBroken: boolean) => (isOfBroken ? [BROKEN] : []);

it('lists a damaged audit as such, says how to remove it, and lists the others', async () => {
  const { choosing, stdoutText, stderrText } = chooseOf(['broken', 'fine'], brokenOrNone);
  await expect(choosing).rejects.toMatchObject({ kind: 'usage' });
  expect(stdoutText()).toMatch(/^RUN .*\nfine .* Running .*\nbroken .* Damaged .*\n$/);
  expect(stderrText()).toMatch(
    /^Warning: the audit broken is damaged: ConfigMap shop\/audit-broken-plan-0-000000 holds no lines of an audit: .*; to remove it: kubectl delete job audit-broken -n shop\n$/,
  );
});

it.each([
  { label: 'the newest that is whole', runIds: ['broken', 'also'], hint: expect.stringContaining('also') },
  { label: 'nothing where all are damaged', runIds: ['broken'], hint: undefined },
])('proposes to follow $label', async ({ runIds, hint }) => {
  await expect(chooseOf(runIds, brokenOrNone).choosing).rejects.toMatchObject({ kind: 'usage', hint });
});

it('calls no audit damaged because a request failed', async () => {
  const { choosing, stdoutText, stderrText } = chooseOf(['fine'], () => {
    throw new CliError('timeout', 'the API server did not answer');
  });
  await expect(choosing).rejects.toMatchObject({ kind: 'timeout' });
  expect(stdoutText() + stderrText()).toBe('');
});
