import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../../test/builders/a-cluster.ts';
import type { ApiRequest } from '../../../cluster/cluster.ts';
import { ApiError } from '../../../cluster/refusals/api-error.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { openReportMap } from './report-map.ts';

const OURS = { metadata: { labels: { 'kubectl-debug/report': 'audit' } } };
const REPORT = { data: { 'result.txt': 'all well\n' }, binaryData: { 'report.html.gz': null } };

const refused = (request: ApiRequest, code: number): ApiError =>
  new ApiError(request, code, { message: 'no' });

/** A cluster whose ConfigMap is as `found` says, and whose last requests fail as `failures` say. */
function opening(found: (request: ApiRequest) => unknown, failures: readonly (() => Error)[] = []) {
  const slept: number[] = [];
  const left = [...failures];
  const { cluster, requests } = aCluster({
    json: (request) => {
      if (request.method === 'GET') return found(request);
      const failure = JSON.stringify(request.body).includes('all well') ? left.shift() : undefined;
      if (failure !== undefined) throw failure();
      return OURS;
    },
  });
  const io = {
    random: () => 1,
    sleep: (milliseconds: number) => Promise.resolve(void slept.push(milliseconds)),
  };
  const open = () => openReportMap(io, cluster, { namespace: undefined, name: 'nightly' });
  return { open, requests, slept, sent: () => requests.map(({ method, path }) => `${method} ${path}`) };
}

const FOLDER = '/api/v1/namespaces/shop/configmaps';

describe('the ConfigMap of a report', () => {
  it('is made where it is missing, before anything is written to it', async () => {
    const { open, requests, sent } = opening((request) => {
      throw refused(request, 404);
    });
    expect((await open()).shown).toBe('configmap shop/nightly');
    expect(sent()).toEqual([`GET ${FOLDER}/nightly`, `POST ${FOLDER}`]);
    expect(requests[1]?.body).toMatchObject({ metadata: { name: 'nightly', labels: OURS.metadata.labels } });
  });

  it('is asked whether it may be changed, and keeps what it has until the end', async () => {
    const { open, requests, sent } = opening(() => OURS);
    const map = await open();
    expect(requests[1]?.body).toEqual({ metadata: { labels: OURS.metadata.labels } });
    await map.write(REPORT);
    expect(sent()).toEqual([`GET ${FOLDER}/nightly`, `PATCH ${FOLDER}/nightly`, `PATCH ${FOLDER}/nightly`]);
    expect(requests[2]?.body).toEqual(REPORT);
  });

  it.each([
    { label: 'of somebody else', found: { metadata: {} }, why: /it was not made for reports/ },
    {
      label: 'for other reports',
      found: { metadata: { labels: { 'kubectl-debug/report': 'x' } } },
      why: /not made/,
    },
    { label: 'that is immutable', found: { ...OURS, immutable: true }, why: /it is immutable/ },
  ])('is never one $label', async ({ found, why }) => {
    const { open, sent } = opening(() => found);
    await expect(open()).rejects.toThrow(why);
    expect(sent()).toHaveLength(1);
  });

  it('says which right is missing', async () => {
    const { open } = opening((request) => {
      throw refused(request, 403);
    });
    await expect(open()).rejects.toMatchObject({
      kind: 'forbidden',
      message: /^cannot read configmap shop\/nightly/,
    });
  });

  it('gets the report after failures that pass', async () => {
    const gone = () => new CliError('unreachable', 'no answer');
    const busy = () => refused({ method: 'PATCH', path: '/x' }, 503);
    const { open, slept, sent } = opening(() => OURS, [gone, busy]);
    await (await open()).write(REPORT);
    expect(slept).toHaveLength(2);
    expect(sent()).toHaveLength(5);
  });

  it('does not get it by trying again where the server has refused it', async () => {
    const { open, slept } = opening(() => OURS, [() => refused({ method: 'PATCH', path: '/x' }, 403)]);
    await expect((await open()).write(REPORT)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(slept).toEqual([]);
  });

  it('is given up at last', async () => {
    const gone = () => new CliError('unreachable', 'no answer');
    const { open, slept } = opening(
      () => OURS,
      Array.from({ length: 9 }, () => gone),
    );
    await expect((await open()).write(REPORT)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(slept).toHaveLength(7);
  });
});
