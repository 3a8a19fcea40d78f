import { expect, it } from 'vitest';
import type { Sample } from './estimate.ts';
import { progressText } from './progress-text.ts';

const at = (seconds: number, done: number): Sample => ({ atMs: seconds * 1000, done });

it.each([
  {
    advance: { total: 100, done: 41, running: 16, failed: 1 },
    samples: [at(0, 0), at(10, 52)],
    text: '41 of 100 done, 16 running, 1 failed, 5.2/s, 11s left',
  },
  {
    advance: { total: 2000, done: 0, running: 1, failed: 0 },
    samples: [],
    text: '0 of 2,000 done, 1 running',
  },
  {
    advance: { total: 10, done: 5, running: 1, failed: 0 },
    samples: [at(0, 0), at(20, 5)],
    text: '5 of 10 done, 1 running, 15/min, 20s left',
  },
  {
    advance: { total: 10, done: 10, running: 0, failed: 0 },
    samples: [at(0, 0), at(10, 10)],
    text: '10 of 10 done, 0 running',
  },
])('says $text', ({ advance, samples, text }) => {
  expect(progressText(advance, samples)).toBe(text);
});
