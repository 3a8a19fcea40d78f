import { describe, expect, it } from 'vitest';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import { makeSchedule } from './schedule.ts';
import { startWorkerPool } from './worker-pool.ts';

const ITEMS = ['a', 'b', 'c'].map((name) => aRunItem({ name, node: name }));

const schedule = (concurrency: number) =>
  makeSchedule(ITEMS, {
    concurrency,
    maxPerNode: 8,
    perNode: 'running',
    canary: 0,
    maxFailures: { kind: 'count', count: 99 },
  });

describe('startWorkerPool', () => {
  it('runs all items, as many at a time as the schedule allows', async () => {
    const done: string[] = [];
    let running = 0;
    let most = 0;
    const pool = startWorkerPool(schedule(2), async ({ pod }) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      done.push(pod.name);
      return 'exited';
    });
    let changes = 0;
    await pool.run(() => (changes += 1));
    expect(done).toEqual(['a', 'b', 'c']);
    expect(most).toBe(2);
    expect(changes).toBe(1 + ITEMS.length);
  });

  it('starts nothing more after an error, and throws it when the others are done', async () => {
    const done: string[] = [];
    const items = schedule(2);
    const pool = startWorkerPool(items, async ({ pod }) => {
      if (pod.name === 'a') throw new Error('disk full');
      await Promise.resolve();
      done.push(pod.name);
      return 'exited';
    });
    await expect(pool.run(() => undefined)).rejects.toThrow('disk full');
    expect(done).toEqual(['b']);
    expect(items.left().map(({ pod }) => pod.name)).toEqual(['c']);
  });
});
