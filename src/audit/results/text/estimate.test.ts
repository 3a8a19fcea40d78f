import { describe, expect, it } from 'vitest';
import { addSample, ratePerSecond, type Sample } from './estimate.ts';

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

  it('keeps the samples of the last half minute only', () => {
    const samples = collect(Array.from({ length: 10_000 }, (_, index) => at(index, index)));
    expect(samples.length).toBeLessThan(40);
    expect(ratePerSecond(samples)).toBe(1);
  });

  it('keeps few samples of the many rows that are known already', () => {
    const samples = collect(Array.from({ length: 10_001 }, (_, index) => at(index / 5000, index)));
    expect(samples.length).toBeLessThan(30);
    expect(ratePerSecond(samples)).toBe(5000);
  });
});
