import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import type { WorkerCounts } from '../worker-counts.ts';
import { countsConfigMap, readFleetCounts } from './fleet-counts.ts';
import { askFleet, tellCounts } from './patch-counts.ts';

const run = { runId: '20261123-061500-x7k2q', namespace: 'jobs' };
const counts: WorkerCounts = {
  running: 3,
  done: 40,
  tries: 38,
  failures: 2,
  ran: 41,
  end: undefined,
  trouble: undefined,
};

describe('readFleetCounts', () => {
  it('finds nobody, and no wish, in a run that has not begun', () => {
    expect(readFleetCounts(countsConfigMap(run))).toEqual({ workers: new Map(), wish: 'go-on' });
  });

  it.each<{ readonly label: string; readonly told: WorkerCounts }>([
    { label: 'a worker at work', told: counts },
    { label: 'a worker that has ended', told: { ...counts, end: 'failures' } },
    { label: 'a worker in trouble', told: { ...counts, trouble: 'it may not list pods' } },
  ])('reads $label as it was told', ({ told }) => {
    const data = { 'worker-12': JSON.stringify(told) };
    expect(readFleetCounts({ metadata: {}, data }).workers).toEqual(new Map([[12, told]]));
  });

  it.each(['', 'null', '[', '7'])('leaves out a worker whose counts are %j', (text) => {
    expect(readFleetCounts({ metadata: {}, data: { 'worker-1': text } }).workers.size).toBe(0);
  });

  it('takes nonsense for nothing', () => {
    const text = '{"running":-1,"done":"x","tries":1.5,"end":"never","trouble":7}';
    const zero = { running: 0, done: 0, tries: 0, failures: 0, ran: 0, end: undefined, trouble: undefined };
    const read = readFleetCounts({ metadata: {}, data: { 'worker-0': text, wish: 'dance', other: 'x' } });
    expect(read).toEqual({ workers: new Map([[0, zero]]), wish: 'go-on' });
  });
});

describe('tellCounts and askFleet', () => {
  it('change one key each, and hear all', async () => {
    const { cluster, requests } = aCluster({ json: () => ({ metadata: {}, data: { wish: 'stop' } }) });
    const heard = await tellCounts(cluster, { run, told: { worker: 1, counts } });
    await tellCounts(cluster, { run, told: undefined });
    await askFleet(cluster, { run, wish: 'end' });
    expect(heard.wish).toBe('stop');
    expect(requests.map(({ body }) => body)).toEqual([
      { data: { 'worker-1': JSON.stringify(counts) } },
      {},
      { data: { wish: 'end' } },
    ]);
    expect(requests[0]?.path).toBe('/api/v1/namespaces/jobs/configmaps/audit-20261123-061500-x7k2q-counts');
  });
});
