import { expect, it } from 'vitest';
import { parseWarnings } from './server-warnings.ts';

it.each([
  ['299 - "would violate PodSecurity"', ['would violate PodSecurity']],
  ['299 - "a \\"quoted\\" word, and \\\\"', ['a "quoted" word, and \\']],
  ['299 - "one", 299 api.example "two"', ['one', 'two']],
  [`299 - "${Buffer.from('żółw').toString('latin1')}"`, ['żółw']],
  ['299 - ""', []],
  ['199 - "not ours"', []],
])('reads %s', (header, expected) => {
  expect(parseWarnings(header)).toEqual(expected);
});

it.each(['299 - "x', '299 - "', '299 -', '299 - "\\', '299 - "x\\'])(
  'comes to an end with a header of nothing but %j',
  (start) => {
    const began = process.cpuUsage();
    expect(parseWarnings(start.repeat(60_000 / start.length).replace(/"$/, '')).length).toBeLessThan(60_000);
    // Quadratic cost would be some seconds of work.
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  },
);
