import { expect, it } from 'vitest';
import { parseWarnings } from './warnings.ts';

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
