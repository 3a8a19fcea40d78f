import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { ApiError } from '../refusals/api-error.ts';
import { probeUpgrade } from './probe-upgrade.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'app' };
const SIGNAL = new AbortController().signal;

const refused = (code: number, message: string): ApiError =>
  new ApiError({ method: 'GET', path: '/attach' }, code, { message });

const probe = (failure: Error): ReturnType<typeof probeUpgrade> =>
  probeUpgrade(aCluster({ upgrade: () => Promise.reject(failure) }).cluster, REF, SIGNAL);

it.each([
  { failure: new CliError('upgrade-refused', 'it answered 502'), kind: 'blocked', why: /502/ },
  { failure: refused(400, 'Upgrade request required'), kind: 'blocked', why: /drops the Upgrade header/ },
  { failure: refused(403, 'pods "web-1" is forbidden: '), kind: 'unknown', why: /pods\/attach/ },
  { failure: refused(500, 'node is gone'), kind: 'unknown', why: /node is gone/ },
])('calls the way $kind when the answer is "$failure.message"', async ({ failure, kind, why }) => {
  const found = await probe(failure);
  expect(found.kind).toBe(kind);
  expect('why' in found ? found.why : '').toMatch(why);
});

it('fails as a whole when the server cannot be reached', async () => {
  await expect(probe(new CliError('unreachable', 'no route'))).rejects.toThrow('no route');
});
