import { describe, expect, it } from 'vitest';
import { formatGoValue, isJsonObject, valueAt } from './json.ts';

it.each([
  { value: {}, expected: true },
  { value: [], expected: false },
  { value: null, expected: false },
  { value: 'text', expected: false },
  { value: undefined, expected: false },
])('isJsonObject takes $value as $expected', ({ value, expected }) => {
  expect(isJsonObject(value)).toBe(expected);
});

describe('valueAt', () => {
  const pod = { spec: { nodeName: 'n1', containers: [{ name: 'app' }] } };
  it.each([
    { path: 'spec.nodeName', expected: 'n1' },
    { path: 'spec.missing', expected: undefined },
    { path: 'status.phase', expected: undefined },
    { path: 'spec.nodeName.length', expected: undefined },
    { path: 'spec.containers.0', expected: undefined },
  ])('reads $path', ({ path, expected }) => {
    expect(valueAt(pod, path)).toBe(expected);
  });
});

it.each([
  { value: { b: ['x', 'y'], a: 1 }, text: 'map[a:1 b:[x y]]' },
  { value: { empty: {}, list: [], none: null }, text: 'map[empty:map[] list:[] none:<nil>]' },
  { value: 'as it is', text: 'as it is' },
  { value: true, text: 'true' },
  { value: undefined, text: '<nil>' },
])('formatGoValue prints $text', ({ value, text }) => {
  expect(formatGoValue(value)).toBe(text);
});
