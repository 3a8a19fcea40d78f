import { expect, it } from 'vitest';
import { parseRequestTimeout } from './request-timeout.ts';

it.each([
  [undefined, 30_000],
  ['', 30_000],
  ['0', Infinity],
  ['0s', Infinity],
  ['45', 45_000],
  ['1m30s', 90_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
])('reads %s as %d ms', (text, expected) => {
  expect(parseRequestTimeout(text)).toBe(expected);
});

it.each(['x', '1d', '5 s', '-1', '1h-', 's', '1.5'])('refuses "%s"', (text) => {
  expect(() => parseRequestTimeout(text)).toThrow(/--request-timeout .* is not a time/);
});
