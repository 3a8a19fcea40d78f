import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { resolvePullSecrets } from './resolve-pull-secrets.ts';

const { signal } = new AbortController();
const columnDefinitions = [{ name: 'Name' }, { name: 'Type' }];
const table = (type: string) => ({ columnDefinitions, rows: [{ cells: ['x', type] }] });
const ANSWERS: Readonly<Record<string, object | number>> = {
  '/secrets/good': table('kubernetes.io/dockerconfigjson'),
  '/secrets/old': table('kubernetes.io/dockercfg'),
  '/secrets/opaque': table('Opaque'),
  '/secrets/gone': 404,
  '/secrets/closed': 403,
  '/serviceaccounts/default': { imagePullSecrets: [{ name: 'of-account' }, {}, { name: 'good' }] },
  '/serviceaccounts/closed': 403,
};

const { cluster, requests } = aCluster({
  json: ({ path }) => {
    const answer = Object.entries(ANSWERS).find(([end]) => path.endsWith(end))?.[1];
    if (typeof answer === 'number') throw new ApiError({ method: 'GET', path }, answer, {});
    return answer;
  },
});
const resolve = (names: readonly string[], isTyped = true, account?: string) =>
  resolvePullSecrets(cluster, { namespace: 'shop', names, isTyped, account }, signal);

describe('pull secrets for a new pod', () => {
  it('are taken if they are pull secrets, or if the user may not know', async () => {
    const names = ['good', 'old', 'closed'];
    expect(await resolve(names)).toEqual({ names, warnings: [] });
  });

  it('are looked at without their content', async () => {
    await resolve(['good']);
    expect(requests.at(-1)).toMatchObject({
      accept: expect.stringContaining('as=Table') as string,
      query: { includeObject: 'None' },
    });
  });

  it.each([
    { name: 'gone', kind: 'not-found', hint: 'kubectl create secret docker-registry gone -n shop' },
    { name: 'opaque', kind: 'invalid', hint: 'kubernetes.io/dockerconfigjson' },
  ])('are refused if "$name" was typed, and left out with a warning if it is a default', async (row) => {
    await expect(resolve(['good', row.name])).rejects.toMatchObject({
      kind: row.kind,
      hint: expect.stringContaining(row.hint) as string,
    });
    const { names, warnings } = await resolve(['good', row.name], false);
    expect(names).toEqual(['good']);
    expect(warnings).toEqual([expect.stringContaining(`"${row.name}"`)]);
    expect((await resolve([row.name], false, 'default')).names).toEqual([]);
  });

  it('come with those of the service account, each once, as far as the user may read it', async () => {
    expect((await resolve(['good', 'old'], true, 'default')).names).toEqual(['of-account', 'good', 'old']);
    expect((await resolve(['good'], true, 'closed')).names).toEqual(['good']);
  });
});
