import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import type { RunItem } from '../rows/run-item.ts';
import { costOfAudit } from './audit-cost.ts';

const KIB = 1024;
const SIZES = { podBytes: 8 * KIB, addedBytes: 2 * KIB };
const SETTINGS = { concurrency: 16, maxPerNode: 8 };
const COLLECT = { paths: ['/etc/hosts'], folder: '/files', maxTotal: 1 };

const itemsOn = (nodes: number, count: number): readonly RunItem[] =>
  Array.from({ length: count }, (_, index) => aRunItem({ name: `web-${index}`, node: `n${index % nodes}` }));

describe('costOfAudit', () => {
  it.each([
    { title: 'no pod', count: 0, nodes: 1, requests: 0, seconds: 0 },
    // One after the other on one node, eight at a time.
    { title: 'a node', count: 80, nodes: 1, requests: 182, seconds: 5 },
    // 2,206 requests, the first hundred at once, then fifty a second.
    { title: 'a thousand pods', count: 1000, nodes: 50, requests: 2206, seconds: 42.12 },
    { title: 'ten thousand pods', count: 10_000, nodes: 500, requests: 22_006, seconds: 438.12 },
  ])('counts the requests and the time of $title', ({ count, nodes, requests, seconds }) => {
    const cost = costOfAudit(itemsOn(nodes, count), SETTINGS, SIZES);
    expect(cost).toMatchObject({ containers: count, requests });
    expect(cost.leastMs / 1000).toBeCloseTo(seconds);
  });

  it.each([
    { title: 'little concurrency', settings: { ...SETTINGS, concurrency: 2 }, seconds: 250 },
    { title: 'one at a time on a node', settings: { ...SETTINGS, maxPerNode: 1 }, seconds: 50 },
    { title: '--collect', settings: { ...SETTINGS, collect: COLLECT }, seconds: 78.12 },
  ])('takes longer with $title', ({ settings, seconds }) => {
    expect(costOfAudit(itemsOn(10, 1000), settings, SIZES).leastMs / 1000).toBeCloseTo(seconds);
  });

  it('asks for each namespace', () => {
    const items = [1, 2, 3].map((index) => aRunItem({ pod: { namespace: `shop-${index}`, name: 'web' } }));
    expect(costOfAudit(items, SETTINGS, SIZES).requests).toBe(25);
  });

  it('adds up what stays in etcd, and what stays for an hour', () => {
    expect(costOfAudit(itemsOn(50, 1000), SETTINGS, SIZES)).toMatchObject({
      keptBytes: 1000 * 2 * KIB,
      eventBytes: 1000 * 2100,
    });
  });

  it('counts the events of an hour, after which the server drops them', () => {
    const settings = { ...SETTINGS, concurrency: 1 };
    const { eventBytes, leastMs } = costOfAudit(itemsOn(5, 14_400), settings, SIZES);
    expect(leastMs).toBe(2 * 3_600_000);
    expect(eventBytes).toBe(7200 * 2100);
  });

  it('counts the versions of pods of ten minutes, after which etcd drops them', () => {
    const version = SIZES.podBytes + SIZES.addedBytes;
    expect(costOfAudit(itemsOn(50, 1000), SETTINGS, SIZES).versionBytes).toBe(1000 * 4 * version);
    const { versionBytes, leastMs } = costOfAudit(itemsOn(500, 20_000), SETTINGS, SIZES);
    expect(versionBytes).toBeCloseTo((20_000 * 4 * version * 600_000) / leastMs);
  });
});
