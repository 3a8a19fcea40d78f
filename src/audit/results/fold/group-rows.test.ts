import { expect, it } from 'vitest';
import { groupRows } from './group-rows.ts';

it('groups rows in the order in which the keys first appear', () => {
  const groups = groupRows(['b1', 'a1', 'b2', 'c1', 'a2'], (row) => row.charAt(0));
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ]);
});
