import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { makeSchedule, type Limits, type OtherSchedules, type Schedule } from './schedule.ts';

const ALONE: OtherSchedules = { tries: 0, failures: 0, ran: 0, leavesCanaries: true, stopped: undefined };
const WAITING: OtherSchedules = { ...ALONE, leavesCanaries: false };

function scheduleOf(count: number, limits: Partial<Limits>): Schedule {
  const items = Array.from({ length: count }, (_, at) => aRunItem({ name: `web-${at}`, node: `n${at}` }));
  return makeSchedule(items, {
    concurrency: 16,
    maxPerNode: 8,
    perNode: 'running',
    canary: 0,
    maxFailures: { kind: 'count', count: 2 },
    ...limits,
  });
}

function takeAll(schedule: Schedule) {
  const items = [];
  for (let item = schedule.next(); item !== undefined; item = schedule.next()) items.push(item);
  return items;
}

describe('a schedule that shares an audit with others', () => {
  it('starts nothing while the canaries are of another one, and is not over', () => {
    const schedule = scheduleOf(3, { canary: 2, others: WAITING });
    expect(takeAll(schedule)).toEqual([]);
    expect(schedule.isOver()).toBe(false);
    schedule.hear({ ...WAITING, ran: 1 });
    expect(takeAll(schedule)).toEqual([]);
    schedule.hear({ ...WAITING, ran: 2 });
    expect(takeAll(schedule)).toHaveLength(3);
    expect(schedule.isCanaryPending()).toBe(false);
  });

  it('runs the canaries that are missing once the others leave them', () => {
    const schedule = scheduleOf(5, { canary: 3, others: { ...WAITING, ran: 1 } });
    expect(takeAll(schedule)).toEqual([]);
    schedule.hear({ ...ALONE, ran: 1 });
    const [first] = takeAll(schedule);
    expect(schedule.running()).toBe(2);
    if (first !== undefined) schedule.ran(first);
    expect(schedule.counts().ran).toBe(1);
  });

  it('counts the failures of all', () => {
    const schedule = scheduleOf(5, { before: { tries: 9, failures: 1, ran: 8 }, others: WAITING });
    const [first] = takeAll(schedule);
    if (first !== undefined) schedule.finished(first, 'not-started');
    expect(schedule.counts()).toEqual({ tries: 10, failures: 2, ran: 8 });
    expect(schedule.stopped()).toBeUndefined();
    schedule.hear({ ...WAITING, tries: 4, failures: 1 });
    expect(schedule.stopped()).toBe('failures');
  });

  it('counts a share of failures from the twentieth pod of all', () => {
    const schedule = scheduleOf(1, { maxFailures: { kind: 'percent', percent: 10 } });
    schedule.hear({ ...ALONE, tries: 19, failures: 19 });
    expect(schedule.stopped()).toBeUndefined();
    schedule.hear({ ...ALONE, tries: 20, failures: 3 });
    expect(schedule.stopped()).toBe('failures');
  });

  it('stops when another one has stopped, and is over when nothing runs any more', () => {
    const schedule = scheduleOf(3, { concurrency: 1 });
    const [first] = takeAll(schedule);
    schedule.hear({ ...ALONE, stopped: 'canary' });
    expect([schedule.stopped(), schedule.isOver()]).toEqual(['canary', false]);
    if (first !== undefined) schedule.finished(first, 'exited');
    expect(schedule.isOver()).toBe(true);
  });

  it('starts on a cold node as many as its share allows', () => {
    const items = ['a', 'b', 'c'].map((name) => aRunItem({ name, node: 'n1' }));
    const limits = { concurrency: 9, maxPerNode: 8, perNode: 'starting', canary: 0 } as const;
    const budget = { maxFailures: { kind: 'count', count: 0 } } as const;
    expect(takeAll(makeSchedule(items, { ...limits, ...budget, coldPerNode: 1 }))).toHaveLength(1);
  });
});
