import { expect, it } from 'vitest';
import { compareYamlKeys } from './yaml-key-order.ts';

it.each([
  { label: 'letters by their code', keys: ['B', 'a', 'b'] },
  { label: 'a prefix before the longer key', keys: ['app', 'app.name', 'apple'] },
  { label: 'numbers by value', keys: ['a2', 'a10', 'a100'] },
  { label: 'numbers by value, with leading zeros', keys: ['a03', 'a5'] },
  { label: 'signs and digits before letters', keys: ['-x', '1', 'x'] },
  { label: 'equal numbers by their length', keys: ['a1b', 'a01b'] },
])('sorts $label', ({ keys }) => {
  expect(keys.toReversed().toSorted(compareYamlKeys)).toEqual(keys);
});
