import { expect, it } from 'vitest';
import type { AuditCost } from './audit-cost.ts';
import { costTexts } from './cost-text.ts';

const MIB = 1024 * 1024;
const COST: AuditCost = {
  containers: 12_000,
  requests: 26_406,
  leastMs: 526_000,
  keptBytes: 28.6 * MIB,
  eventBytes: 24.1 * MIB,
  versionBytes: 230 * MIB,
};

it('says what stays, and what is there for a while', () => {
  expect(costTexts(COST)).toEqual([
    '12,000 debug containers, about 26,000 requests in 9 min or more, 29 MiB in etcd until the pods are deleted',
    'for a while also 230 MiB of earlier versions of the pods, and 24 MiB of events',
  ]);
});

it('says how much room there is, if it takes much of that', () => {
  expect(costTexts({ ...COST, versionBytes: 400 * MIB })).toHaveLength(2);
  expect(costTexts({ ...COST, versionBytes: 500 * MIB })[2]).toBe(
    'etcd has room for 2 GiB by default; --one-per-owner needs less of it',
  );
});

it('says nothing of a small audit', () => {
  expect(costTexts({ ...COST, containers: 99 })).toEqual([]);
  expect(costTexts({ ...COST, containers: 100 })).toHaveLength(2);
});

it.each([
  { leastMs: 300, text: 'in 1 s or more' },
  { leastMs: 29_400, text: 'in 29 s or more' },
  { leastMs: 31_000, text: 'in 1 min or more' },
  { leastMs: 119 * 60_000, text: 'in 119 min or more' },
  { leastMs: 150 * 60_000, text: 'in 2.5 h or more' },
])('says $leastMs milliseconds as "$text"', ({ leastMs, text }) => {
  expect(costTexts({ ...COST, leastMs })[0]).toContain(text);
});

it.each([
  { requests: 229, text: 'about 230 requests' },
  { requests: 99, text: 'about 99 requests' },
  { requests: 220_006, text: 'about 220,000 requests' },
])('rounds $requests to "$text"', ({ requests, text }) => {
  expect(costTexts({ ...COST, requests })[0]).toContain(text);
});

it.each([
  { keptBytes: 0.4 * MIB, text: 'less than 1 MiB in etcd' },
  { keptBytes: MIB, text: '1 MiB in etcd' },
  { keptBytes: 987 * MIB, text: '990 MiB in etcd' },
  { keptBytes: 2000 * MIB, text: '2.0 GiB in etcd' },
])('says $keptBytes bytes as "$text"', ({ keptBytes, text }) => {
  expect(costTexts({ ...COST, keptBytes })[0]).toContain(text);
});
