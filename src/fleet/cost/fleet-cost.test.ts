import { describe, expect, it } from 'vitest';
import type { AuditCost } from '../../audit/cost/audit-cost.ts';
import { costOfFleet, fleetCostText } from './fleet-cost.ts';

const MINUTE_MS = 60_000;
const AUDIT: AuditCost = {
  containers: 10_000,
  requests: 22_006,
  leastMs: 10 * MINUTE_MS,
  keptBytes: 0,
  eventBytes: 0,
  versionBytes: 0,
};

describe('costOfFleet', () => {
  it.each([
    // 40, and for each worker: 20, the pages of the list, counts every two seconds, lumps.
    { title: 'an audit of no time', cost: { containers: 0, leastMs: 0 }, workers: 1, requests: 60 },
    { title: 'ten seconds', cost: { containers: 500, leastMs: 10_000 }, workers: 1, requests: 76 },
    // 20 lumps in the first 20 seconds, then 20 · ln(30).
    { title: 'ten minutes', cost: {}, workers: 1, requests: 468 },
    { title: 'four workers', cost: {}, workers: 4, requests: 1752 },
    { title: 'an hour', cost: { leastMs: 60 * MINUTE_MS }, workers: 1, requests: 2068 },
  ])('counts the requests of $title', ({ cost, workers, requests }) => {
    expect(costOfFleet({ ...AUDIT, ...cost }, workers).requests).toBe(requests);
  });

  it('adds up the plans and the rows', () => {
    const { bytes } = costOfFleet(AUDIT, 2);
    expect(bytes).toBeGreaterThan(10_000 * 107);
    expect(bytes).toBeLessThan(10_000 * 130);
  });
});

it('says what the workers cost', () => {
  expect(fleetCostText({ workers: 20, requests: 9476, bytes: 12 * 1024 * 1024 })).toBe(
    '20, about 9,500 more requests, 12 MiB of results in etcd until they are here',
  );
});
