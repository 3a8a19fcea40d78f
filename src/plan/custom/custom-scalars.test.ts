import { expect, it } from 'vitest';
import { SCALARS } from './custom-scalars.ts';

it.each([
  { kind: 'text', value: 'a', expected: 'a' },
  { kind: 'text', value: 1, expected: '1' },
  { kind: 'text', value: true, expected: 'true' },
  { kind: 'text', value: {}, expected: undefined },
  { kind: 'quantity', value: '100m', expected: '100m' },
  { kind: 'quantity', value: 2, expected: '2' },
  { kind: 'quantity', value: true, expected: undefined },
  { kind: 'port', value: 'http', expected: 'http' },
  { kind: 'port', value: 80, expected: 80 },
  { kind: 'port', value: 80.5, expected: undefined },
  { kind: 'integer', value: 0, expected: 0 },
  { kind: 'integer', value: 0.5, expected: undefined },
  { kind: 'integer', value: '1', expected: undefined },
  { kind: 'boolean', value: false, expected: false },
  { kind: 'boolean', value: 'true', expected: undefined },
] as const)('reads $value of kind $kind as $expected', ({ kind, value, expected }) => {
  expect(SCALARS[kind].read(value)).toBe(expected);
});
