import { describe, expect, it } from 'vitest';
import { addSample, ratePerSecond, type Sample } from './estimate.ts';
import { progressText } from './progress-text.ts';

const at = (seconds: number, done: number): Sample => ({ atMs: seconds * 1000, done });
const collect = (samples: readonly Sample[]) => samples.reduce<readonly Sample[]>(addSample, []);

describe('ratePerSecond', () => {
  it.each([
    { label: 'nothing happened yet', samples: [], rate: undefined },
    { label: 'nothing ended yet', samples: [at(0, 0), at(20, 0)], rate: undefined },
    { label: 'it is too early', samples: [at(0, 0), at(0.5, 4)], rate: undefined },
    { label: 'some ended', samples: [at(0, 0), at(10, 50)], rate: 5 },
    { label: 'it was slow at first', samples: [at(0, 0), at(100, 1), at(120, 101), at(130, 301)], rate: 10 },
  ])('is $rate when $label', ({ samples, rate }) => {
    expect(ratePerSecond(collect(samples))).toBe(rate);
  });

  it('keeps no more samples than the last half minute has', () => {
    const samples = collect(Array.from({ length: 10_000 }, (_, index) => at(index, index)));
    expect(samples.length).toBeLessThan(40);
    expect(ratePerSecond(samples)).toBe(1);
  });
});

describe('progressText', () => {
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
});
