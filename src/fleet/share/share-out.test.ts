import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import type { AuditSettings } from '../../audit/rows/audit-settings.ts';
import type { RunItem } from '../../audit/rows/run-item.ts';
import { shareOut } from './share-out.ts';

const SETTINGS = someAuditSettings();

/** Pods on nodes: `{ a: 3 }` are three pods on node a. */
function podsOn(counts: Readonly<Record<string, number>>): readonly RunItem[] {
  return Object.entries(counts).flatMap(([node, count]) =>
    Array.from({ length: count }, (_, index) => aRunItem({ name: `${node}-${index}`, node })),
  );
}

const share = (items: readonly RunItem[], workers: number, settings: Partial<AuditSettings> = {}) =>
  shareOut(items, { workers, settings: { ...SETTINGS, ...settings } });

const sizes = (shares: ReturnType<typeof share>) => shares.map(({ items }) => items.length);

describe('shareOut', () => {
  it('gives a node to one worker, the largest first', () => {
    const shares = share(podsOn({ a: 5, b: 1, c: 4, d: 2 }), 2);
    expect(shares.map(({ items }) => [...new Set(items.map(({ node }) => node))])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(shares.map(({ settings }) => settings.maxPerNode)).toEqual([8, 8]);
  });

  it('divides a node among workers, and its limit with it', () => {
    const shares = share(podsOn({ a: 6, b: 20 }), 5, { maxPerNode: 10 });
    expect(sizes(shares)).toEqual([6, 5, 5, 5, 5]);
    expect(shares.map(({ settings }) => settings.maxPerNode)).toEqual([10, 3, 3, 2, 2]);
    expect(shares.map(({ coldPerNode }) => coldPerNode)).toEqual([2, 1, 1, 1, 1]);
  });

  it.each([
    { label: 'one worker', pods: { a: 3 }, asked: 1, workers: 1 },
    { label: 'no more workers than pods', pods: { a: 2, b: 1 }, asked: 9, workers: 3 },
    { label: 'no more workers than commands', pods: { a: 50, b: 50, c: 50 }, asked: 40, workers: 16 },
    { label: 'no more workers than nodes have room', pods: { a: 50 }, asked: 40, workers: 8 },
    { label: 'one worker for no pods', pods: {}, asked: 4, workers: 1 },
  ])('makes $label', ({ pods, asked, workers }) => {
    const shares = share(podsOn(pods), asked);
    expect(shares.map((one) => one.worker)).toEqual(Array.from({ length: workers }, (_, index) => index));
    expect(new Set(shares.map((one) => one.workers))).toEqual(new Set([workers]));
  });

  it('gives each item to exactly one worker, in the order of the audit', () => {
    const items = podsOn({ a: 7, b: 12, c: 1 });
    const shares = share(items, 6);
    expect(shares.flatMap((one) => one.items).length).toBe(items.length);
    expect(new Set(shares.flatMap((one) => one.items))).toEqual(new Set(items));
    for (const one of shares) {
      const places = one.items.map((item) => items.indexOf(item));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('leaves the items of a pod together', () => {
    const items = podsOn({ a: 4 }).flatMap((item) => [item, { ...item, container: `${item.container}-2` }]);
    const shares = share(items, 2);
    expect(sizes(shares)).toEqual([4, 4]);
    expect(shares.map((one) => new Set(one.items.map(({ uid }) => uid)).size)).toEqual([2, 2]);
  });

  it.each([
    { concurrency: 16, pods: { a: 100, b: 100, c: 100 }, asked: 3, room: [6, 5, 5] },
    { concurrency: 16, pods: { a: 100, b: 2, c: 100 }, asked: 3, room: [7, 7, 2] },
    { concurrency: 3, pods: { a: 100, b: 100, c: 100 }, asked: 3, room: [1, 1, 1] },
    { concurrency: 50, pods: { a: 2, b: 1 }, asked: 2, room: [2, 1] },
  ])('divides $concurrency commands at a time into $room', ({ concurrency, pods, asked, room }) => {
    const shares = share(podsOn(pods), asked, { concurrency });
    expect(shares.map(({ settings }) => settings.concurrency)).toEqual(room);
  });

  it('keeps the pace of one run, and its bound of files', () => {
    const collect = { paths: ['/x'], folder: '/f', maxTotal: 1000 };
    const shares = share(podsOn({ a: 30, b: 10 }), 2, { collect });
    expect(shares.map(({ pace }) => pace)).toEqual([
      { perSecond: 25, burst: 50 },
      { perSecond: 25, burst: 50 },
    ]);
    expect(shares.map(({ settings }) => settings.collect?.maxTotal)).toEqual([750, 250]);
  });
});
