import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import type { RunOutcome } from '../rows/run-row.ts';
import { makeSchedule, type Limits, type Schedule } from './schedule.ts';

const LIMITS: Limits = {
  concurrency: 16,
  maxPerNode: 8,
  perNode: 'running',
  canary: 0,
  maxFailures: { kind: 'count', count: Infinity },
};

function scheduleOf(nodes: readonly string[], limits: Partial<Limits> = {}): Schedule {
  const items = nodes.map((node, index) => aRunItem({ name: `web-${index + 1}`, node }));
  return makeSchedule(items, { ...LIMITS, ...limits });
}

/** Takes all that may start now. */
function takeAll(schedule: Schedule) {
  const items = [];
  for (let item = schedule.next(); item !== undefined; item = schedule.next()) items.push(item);
  return items;
}

const times = (count: number, node: string): readonly string[] => Array.from({ length: count }, () => node);

describe('makeSchedule', () => {
  it('starts two items on a node until the image has started there once, then as many as allowed', () => {
    const schedule = scheduleOf([...times(20, 'n1'), ...times(20, 'n2')]);
    const first = takeAll(schedule);
    expect(first.map(({ node }) => node)).toEqual(['n1', 'n1', 'n2', 'n2']);
    const [warm] = first;
    if (warm !== undefined) schedule.started(warm);
    expect(takeAll(schedule).map(({ node }) => node)).toEqual(times(6, 'n1'));
  });

  it('starts items in their order, as far as nodes have room', () => {
    const schedule = scheduleOf(['n1', 'n1', 'n1', 'n2', 'n1']);
    expect(takeAll(schedule).map(({ pod }) => pod.name)).toEqual(['web-1', 'web-2', 'web-4']);
    expect(schedule.left().map(({ pod }) => pod.name)).toEqual(['web-3', 'web-5']);
  });

  it('runs no more items at a time than the concurrency', () => {
    const schedule = scheduleOf(['n1', 'n2', 'n3', 'n4'], { concurrency: 3 });
    const [first] = takeAll(schedule);
    expect(schedule.running()).toBe(3);
    if (first !== undefined) schedule.finished(first, 'exited');
    expect(takeAll(schedule)).toHaveLength(1);
  });

  it('has room on a node again when a container has started, if starting counts', () => {
    const schedule = scheduleOf(times(4, 'n1'), { maxPerNode: 1, perNode: 'starting', concurrency: 2 });
    const [first] = takeAll(schedule);
    expect(takeAll(schedule)).toEqual([]);
    if (first !== undefined) schedule.started(first);
    expect(takeAll(schedule)).toHaveLength(1);
    if (first !== undefined) schedule.finished(first, 'exited');
    expect(takeAll(schedule)).toEqual([]);
  });

  it('has room on a node again only when a command has ended, if running commands count', () => {
    const schedule = scheduleOf(times(4, 'n1'), { maxPerNode: 1, concurrency: 2 });
    const [first] = takeAll(schedule);
    if (first !== undefined) schedule.started(first);
    expect(takeAll(schedule)).toEqual([]);
    if (first !== undefined) schedule.finished(first, 'exited');
    expect(takeAll(schedule)).toHaveLength(1);
  });

  it('starts the other items when the command of the canary runs, without waiting for its end', () => {
    const schedule = scheduleOf(['n1', 'n2', 'n3'], { canary: 1 });
    const [canary, ...others] = takeAll(schedule);
    expect(others).toEqual([]);
    // Its container may start though its image lacks the program.
    if (canary !== undefined) schedule.started(canary);
    expect(takeAll(schedule)).toEqual([]);
    expect(schedule.isCanaryPending()).toBe(true);
    if (canary !== undefined) schedule.ran(canary);
    expect(schedule.isCanaryPending()).toBe(false);
    expect(takeAll(schedule)).toHaveLength(2);
  });

  it.each<{ outcome: RunOutcome; stopped: string | undefined }>([
    { outcome: 'not-started', stopped: 'canary' },
    { outcome: 'timeout', stopped: 'canary' },
    { outcome: 'refused', stopped: undefined },
    { outcome: 'vanished', stopped: undefined },
  ])(
    'with a canary that ends as $outcome before it started, is stopped by $stopped',
    ({ outcome, stopped }) => {
      const schedule = scheduleOf(['n1', 'n2'], { canary: 1 });
      const [canary] = takeAll(schedule);
      if (canary !== undefined) schedule.finished(canary, outcome);
      expect(schedule.stopped()).toBe(stopped);
      expect(takeAll(schedule)).toHaveLength(stopped === undefined ? 1 : 0);
    },
  );

  it('stops after five canaries in a row that could not even be added', () => {
    const schedule = scheduleOf(times(9, 'n1'), { canary: 1 });
    let tries = 0;
    for (let item = schedule.next(); item !== undefined; item = schedule.next()) {
      tries += 1;
      schedule.finished(item, 'refused');
    }
    expect({ tries, stopped: schedule.stopped() }).toEqual({ tries: 5, stopped: 'canary' });
  });

  it.each<{ label: string; budget: Limits['maxFailures']; outcome: RunOutcome; tries: number }>([
    { label: 'a count', budget: { kind: 'count', count: 2 }, outcome: 'error', tries: 3 },
    { label: 'no failures at all', budget: { kind: 'count', count: 0 }, outcome: 'not-started', tries: 1 },
    {
      label: 'a percentage, after twenty',
      budget: { kind: 'percent', percent: 5 },
      outcome: 'refused',
      tries: 20,
    },
    { label: 'pods that go away', budget: { kind: 'count', count: 0 }, outcome: 'vanished', tries: 30 },
    { label: 'findings', budget: { kind: 'count', count: 0 }, outcome: 'exited', tries: 30 },
  ])('stops after $tries of 30 with outcome $outcome for $label', ({ budget, outcome, tries: expected }) => {
    const schedule = scheduleOf(times(30, 'n1'), { maxFailures: budget });
    let tries = 0;
    for (let item = schedule.next(); item !== undefined; item = schedule.next()) {
      tries += 1;
      schedule.finished(item, outcome);
    }
    expect(tries).toBe(expected);
    expect(schedule.stopped()).toBe(expected < 30 ? 'failures' : undefined);
  });

  it('neither stops for pods that we refuse without a request, nor counts them', () => {
    const schedule = scheduleOf(times(40, 'n1'), { canary: 1, maxFailures: { kind: 'percent', percent: 5 } });
    for (let tries = 0; tries < 30; tries += 1) {
      const item = schedule.next();
      if (item !== undefined) schedule.finished(item, 'untried');
    }
    expect(schedule.stopped()).toBeUndefined();
    // The canary is still to come.
    expect(takeAll(schedule)).toHaveLength(1);
  });

  it('keeps the first reason to stop, and lists the items that were not started', () => {
    const schedule = scheduleOf(['n1', 'n1', 'n1']);
    takeAll(schedule);
    schedule.stop('interrupted');
    schedule.stop('failures');
    expect(schedule.stopped()).toBe('interrupted');
    expect(schedule.next()).toBeUndefined();
    expect(schedule.left().map(({ pod }) => pod.name)).toEqual(['web-3']);
  });
});
