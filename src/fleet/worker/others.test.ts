import { expect, it } from 'vitest';
import type { WorkerCounts } from '../worker-counts.ts';
import { othersOf } from './others.ts';
import { countsPauseMs, linesPauseMs } from './pauses.ts';

const counts = (more: Partial<WorkerCounts> = {}): WorkerCounts => ({
  running: 0,
  done: 0,
  tries: 5,
  failures: 1,
  ran: 2,
  end: undefined,
  trouble: undefined,
  ...more,
});
const heard = (...all: readonly (WorkerCounts | undefined)[]) => ({
  workers: new Map(all.flatMap((each, at) => (each === undefined ? [] : [[at, each]]))),
  wish: 'go-on' as const,
});

it('sums up what the others have told, without the worker itself', () => {
  expect(othersOf(heard(counts(), counts(), counts()), 1)).toMatchObject({ tries: 10, failures: 2, ran: 4 });
});

it.each([
  { label: 'the first worker has not begun', all: [undefined, counts()], leaves: false },
  { label: 'the first worker is at work', all: [counts(), counts()], leaves: false },
  { label: 'the first worker has ended', all: [counts({ end: 'complete' })], leaves: true },
])('leaves the canaries to worker 1 or not: $label', ({ all, leaves }) => {
  expect(othersOf(heard(...all), 1).leavesCanaries).toBe(leaves);
});

it('leaves the canaries to the first worker', () => {
  expect(othersOf(heard(), 0).leavesCanaries).toBe(true);
});

it.each([
  { end: 'canary', stopped: 'canary' },
  { end: 'failures', stopped: 'failures' },
  { end: 'interrupted', stopped: undefined },
  { end: 'complete', stopped: undefined },
] as const)('stops with another worker that ended with $end: $stopped', ({ end, stopped }) => {
  expect(othersOf(heard(counts({ end }), counts()), 1).stopped).toBe(stopped);
  expect(othersOf(heard(counts(), counts({ end })), 1).stopped).toBeUndefined();
});

it('writes less often the longer a run takes, and the more workers there are', () => {
  expect([0, 60_000, 3_600_000].map((age) => linesPauseMs(age, 2))).toEqual([1000, 3000, 30_000]);
  expect(linesPauseMs(0, 100)).toBe(20_000);
  expect([countsPauseMs(2, true), countsPauseMs(2, false), countsPauseMs(50, false)]).toEqual([
    1000, 2000, 10_000,
  ]);
});
