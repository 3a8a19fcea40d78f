import { expect, it } from 'vitest';
import { CUSTOM_CONTAINER } from './custom-schema.ts';
import { isJsonObject, mergeStruct } from './strategic-merge.ts';

const env = (...names: readonly string[]) => names.map((name) => ({ name }));

it.each([
  { label: 'a scalar', original: { tty: true }, patch: { tty: false }, expected: { tty: false } },
  { label: 'a field that the patch leaves out', original: { tty: true }, patch: {}, expected: { tty: true } },
  {
    label: 'a list without a key',
    original: { args: ['a', 'b'] },
    patch: { args: ['c'] },
    expected: { args: ['c'] },
  },
  {
    label: 'a list with a key',
    original: {
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
    },
    patch: { env: [{ name: 'B', value: '3' }, { name: 'C' }] },
    expected: { env: [{ name: 'A', value: '1' }, { name: 'B', value: '3' }, { name: 'C' }] },
  },
  {
    label: 'the order of the patch',
    original: { env: env('A', 'B', 'C') },
    patch: { env: env('C', 'A') },
    expected: { env: env('B', 'C', 'A') },
  },
  {
    label: 'an item of the original before the one that it preceded',
    original: { env: env('A', 'B') },
    patch: { env: env('X', 'B') },
    expected: { env: env('X', 'A', 'B') },
  },
  {
    label: 'the first of two items with one key',
    original: {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    },
    patch: { env: [{ name: 'A', value: '3' }] },
    expected: {
      env: [
        { name: 'A', value: '3' },
        { name: 'A', value: '2' },
      ],
    },
  },
  {
    label: 'a struct',
    original: { securityContext: { runAsUser: 1, privileged: true } },
    patch: { securityContext: { runAsUser: 2 } },
    expected: { securityContext: { runAsUser: 2, privileged: true } },
  },
  {
    label: 'a map',
    original: { resources: { limits: { cpu: '1' } } },
    patch: { resources: { limits: { memory: '1Gi' } } },
    expected: { resources: { limits: { cpu: '1', memory: '1Gi' } } },
  },
])('merges $label', ({ original, patch, expected }) => {
  expect(mergeStruct(CUSTOM_CONTAINER.fields, original, patch)).toEqual(expected);
});

it.each([
  { value: {}, expected: true },
  { value: [], expected: false },
  { value: null, expected: false },
  { value: 'a', expected: false },
])('takes $value for an object: $expected', ({ value, expected }) => {
  expect(isJsonObject(value)).toBe(expected);
});
