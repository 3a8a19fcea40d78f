import { describe, expect, it } from 'vitest';
import { humanDuration, lifeText } from './human-duration.ts';

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `7d23h59m`, `-1.999s` and `0` as milliseconds. */
function parseDuration(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)([smhd])/g)];
  const sum = parts.reduce((total, [, number, unit]) => total + Number(number) * UNIT_MS[unit as 's'], 0);
  return text.startsWith('-') ? -sum : sum;
}

describe('humanDuration', () => {
  it.each([
    ['-2s', '<invalid>'],
    ['-1.999s', '0s'],
    ['-1s', '0s'],
    ['0', '0s'],
    ['0.999s', '0s'],
    ['1s', '1s'],
    ['70s', '70s'],
    ['119s', '119s'],
    ['119.999s', '119s'],
    ['2m', '2m'],
    ['2m1s', '2m1s'],
    ['3m10s', '3m10s'],
    ['9m59s', '9m59s'],
    ['10m', '10m'],
    ['10m59s', '10m'],
    ['60m', '60m'],
    ['2h', '120m'],
    ['2h59m59s', '179m'],
    ['3h', '3h'],
    ['3h1m', '3h1m'],
    ['3h1m59s', '3h1m'],
    ['7h59m59s', '7h59m'],
    ['8h', '8h'],
    ['8h59m', '8h'],
    ['24h', '24h'],
    ['47h59m59s', '47h'],
    ['48h', '2d'],
    ['48h59m', '2d'],
    ['49h', '2d1h'],
    ['72h', '3d'],
    ['7d23h59m', '7d23h'],
    ['8d', '8d'],
    ['8d23h', '8d'],
    ['365d', '365d'],
    ['729d23h', '729d'],
    ['730d', '2y'],
    ['730d23h', '2y'],
    ['731d', '2y1d'],
    ['1095d', '3y'],
    ['2919d23h', '7y364d'],
    ['2920d', '8y'],
    ['3284d', '8y'],
    ['3285d', '9y'],
  ])('shows %s as %s', (duration, expected) => {
    expect(humanDuration(parseDuration(duration))).toBe(expected);
  });

  it('truncates just below the next unit', () => {
    expect(humanDuration(2 * UNIT_MS.m - 1)).toBe('119s');
  });
});

it.each([
  ['1h', '1h'],
  ['2h', '2h'],
  ['24h', '24h'],
  ['60s', '60s'],
  ['90m', '90m'],
  ['0', '0s'],
  ['72h', '3d'],
])('a life of %s is written as %s', (life, text) => {
  expect(lifeText(parseDuration(life))).toBe(text);
});
