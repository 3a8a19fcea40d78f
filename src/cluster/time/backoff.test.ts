import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it.each([
  [0, 50, 500],
  [1, 100, 1000],
  [5, 1600, 16_000],
  [6, 3000, 30_000],
  [60, 3000, 30_000],
])('waits before repetition %d from %d to below %d ms', (attempt, least, most) => {
  expect(backoffMs(attempt, () => 0)).toBe(least);
  expect(backoffMs(attempt, () => 0.999_999)).toBeLessThan(most);
  expect(backoffMs(attempt, () => 0.999_999)).toBeGreaterThan(most * 0.99);
});
