import { expect, it } from 'vitest';
import { makeByteTotal } from './byte-total.ts';

it('has left what nobody has taken, and never less than nothing', () => {
  const total = makeByteTotal(10);
  total.take(4);
  expect(total.left()).toBe(6);
  total.giveBack(1);
  expect(total.left()).toBe(7);
  total.take(9);
  expect(total.left()).toBe(0);
});
