import { expect, it } from 'vitest';
import { makeGate } from './gate.ts';

it('runs so many jobs at a time, in their order, and goes on after one that fails', async () => {
  const gate = makeGate(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const job = (id: number) =>
    gate(async () => {
      begun.push(id);
      await new Promise<void>((resolve) => (ends[id] = resolve));
      if (id === 0) throw new Error('no');
      return id;
    });
  const results = [0, 1, 2, 3].map((id) => job(id).catch(() => 'failed'));
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await results[0];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[2]?.();
  await results[2];
  await Promise.resolve();
  ends[1]?.();
  ends[3]?.();
  expect(await Promise.all(results)).toEqual(['failed', 1, 2, 3]);
});
