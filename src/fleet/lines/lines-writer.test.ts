import { expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { ConfigMap } from '../config-map.ts';
import { openLinesWriter } from './lines-writer.ts';

const run = { runId: '20261123-061500-x7k2q', namespace: 'jobs' };

/** A namespace of ConfigMaps. */
function aNamespace() {
  const kept = new Map<string, ConfigMap>();
  const { cluster } = aCluster({
    json: ({ method, body, query, path }) => {
      if (method === 'GET') {
        const name = String(query?.['fieldSelector']).replace('metadata.name=', '');
        return { items: [...kept.values()].filter((each) => each.metadata.name === name), metadata: {} };
      }
      const made = body as ConfigMap;
      const { name = '' } = made.metadata;
      if (kept.has(name)) throw new ApiError({ method, path }, 409, { reason: 'AlreadyExists' });
      kept.set(name, made);
      return made;
    },
  });
  const open = (writer: string, sequence: number) =>
    openLinesWriter({ cluster, run, worker: 0, writer, owners: [] }, sequence);
  return { kept, open };
}

it('writes under one number after the other', async () => {
  const { kept, open } = aNamespace();
  const writer = open('a', 7);
  await writer.write(['{"kind":"claim"}']);
  await writer.write(['{"kind":"claim"}']);
  expect([...kept.keys()].map((name) => name.slice(-8))).toEqual(['0-000007', '0-000008']);
});

it('takes what it has written itself for written, as after a lost answer', async () => {
  const { kept, open } = aNamespace();
  await open('a', 0).write(['{"kind":"claim"}']);
  await open('a', 0).write(['{"kind":"claim"}']);
  expect(kept.size).toBe(1);
});

it('writes nothing any more once another worker has written', async () => {
  const { kept, open } = aNamespace();
  const first = open('a', 0);
  await first.write(['{"kind":"claim"}']);
  await open('b', 1).write(['{"kind":"claim"}']);
  await expect(first.write(['{"kind":"claim"}'])).rejects.toMatchObject({ kind: 'conflict' });
  expect(kept.size).toBe(2);
});
