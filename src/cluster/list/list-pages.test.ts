import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { listPages } from './list-pages.ts';

const PAGE = { metadata: { continue: 'more' }, items: Array.from({ length: 400_000 }, () => ({})) };

it('gives a list up that has no end', async () => {
  const { cluster } = aCluster({ json: () => PAGE });
  let pages = 0;
  const readAll = async (): Promise<void> => {
    for await (const { items } of listPages(cluster, { path: '/api/v1/pods', shape: 'any' }))
      pages += items.length / 400_000;
  };
  await expect(readAll()).rejects.toMatchObject({
    kind: 'too-large',
    message: 'the list /api/v1/pods of https://k.example has more than 1,000,000 objects or pages',
  });
  expect(pages).toBe(2);
});
