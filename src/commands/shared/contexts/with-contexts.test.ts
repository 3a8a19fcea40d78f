import { expect, it } from 'vitest';
import { aCluster } from '../../../../test/builders/a-cluster.ts';
import { parseCommandLine } from '../../../flags/parse-command-line.ts';
import { GLOBAL_FLAGS } from '../../../flags/tables/global-flags.ts';
import { answeringSoon } from './with-contexts.ts';

it.each([
  { argv: [], timeoutMs: 10_000 },
  { argv: ['--request-timeout=2m'], timeoutMs: undefined },
])('bounds each answer by $timeoutMs ms with $argv', async ({ argv, timeoutMs }) => {
  const { cluster, requests } = aCluster({ json: () => ({}) });
  await answeringSoon(cluster, parseCommandLine(GLOBAL_FLAGS, argv).flags).requestJson({
    method: 'GET',
    path: '/',
  });
  expect(requests.map((request) => request.timeoutMs)).toEqual([timeoutMs]);
});
