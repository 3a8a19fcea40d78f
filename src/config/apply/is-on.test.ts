import { expect, it } from 'vitest';
import { isOn } from './is-on.ts';

it.each([
  { kind: 'boolean', texts: ['true'], expected: true },
  { kind: 'boolean', texts: ['1'], expected: true },
  { kind: 'boolean', texts: ['0'], expected: false },
  { kind: 'boolean', texts: ['F'], expected: false },
  { kind: 'boolean', texts: ['true', 'False'], expected: false },
  { kind: 'boolean', texts: undefined, expected: false },
  { kind: 'string', texts: ['INC-7'], expected: true },
  { kind: 'string', texts: ['0'], expected: true },
  { kind: 'string', texts: ['INC-7', ' '], expected: false },
  { kind: 'string', texts: ['none'], expected: false },
  { kind: 'string', texts: ['false'], expected: false },
  { kind: 'string', texts: [], expected: false },
] as const)('a $kind with the texts $texts: $expected', ({ kind, texts, expected }) => {
  expect(isOn({ kind }, texts)).toBe(expected);
});
