import { describe, expect, it } from 'vitest';
import { binDurations, quantile } from './duration-bins.ts';

describe('binDurations', () => {
  it.each([
    { seconds: [], bins: [] },
    { seconds: [0], bins: ['<0.1s: 1'] },
    { seconds: [0.1, 0.35, 0.5], bins: ['<0.5s: 2', '<1s: 1'] },
    { seconds: [0.9, 1, 1, 4], bins: ['<1s: 1', '1s: 2', '2–4s: 1'] },
    { seconds: [1, 12], bins: ['1s: 1', '2–4s: 0', '5–9s: 0', '10–29s: 1'] },
    { seconds: [300, 86_400], bins: ['5m…: 2'] },
  ])('counts $seconds as $bins', ({ seconds, bins }) => {
    const counted = binDurations(seconds.map((each) => each * 1000));
    expect(counted.map(({ label, count }) => `${label}: ${count}`)).toEqual(bins);
  });
});

describe('quantile', () => {
  it.each([
    { durations: [], share: 0.5, expected: undefined },
    { durations: [3], share: 0.5, expected: 3 },
    { durations: [4, 1, 3, 2], share: 0.5, expected: 2 },
    { durations: [4, 1, 3, 2], share: 0.95, expected: 4 },
    { durations: [4, 1, 3, 2], share: 0, expected: 1 },
  ])('of $durations at $share is $expected', ({ durations, share, expected }) => {
    expect(quantile(durations, share)).toBe(expected);
  });
});
