import { expect, it } from 'vitest';
import { progressText } from './progress-text.ts';

const START = { atMs: 0, done: 0 };

it.each([
  {
    label: 'without a rate',
    advance: { total: 100, done: 0, running: 16, failed: 0 },
    samples: [START],
    expected: '0 of 100 done, 16 running',
  },
  {
    label: 'with a rate and the time left',
    advance: { total: 100, done: 41, running: 16, failed: 1 },
    samples: [START, { atMs: 10_000, done: 41 }],
    expected: '41 of 100 done, 16 running, 1 failed, 4.1/s, 14s left',
  },
  {
    label: 'with a slow rate',
    advance: { total: 4, done: 1, running: 1, failed: 0 },
    samples: [START, { atMs: 20_000, done: 1 }],
    expected: '1 of 4 done, 1 running, 3/min, 60s left',
  },
  {
    label: 'at the end',
    advance: { total: 1200, done: 1200, running: 0, failed: 0 },
    samples: [START, { atMs: 20_000, done: 1200 }],
    expected: '1,200 of 1,200 done, 0 running',
  },
])('shows progress $label', ({ advance, samples, expected }) => {
  expect(progressText(advance, samples)).toBe(expected);
});
