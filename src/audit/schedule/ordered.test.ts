import { expect, it } from 'vitest';
import { makeOrdered } from './ordered.ts';

function takeAll(ordered: ReturnType<typeof makeOrdered<string>>): readonly string[] {
  const taken: string[] = [];
  for (let one = ordered.takeFirst(); one !== undefined; one = ordered.takeFirst()) taken.push(one);
  return taken;
}

it.each([
  { title: 'in their order', orders: [1, 2, 3] },
  { title: 'the other way round', orders: [3, 2, 1] },
  { title: 'mixed', orders: [5, 1, 4, 2, 3] },
  { title: 'twice', orders: [2, 1, 2, 1] },
  { title: 'not at all', orders: [] },
])('takes the smallest first, when they come $title', ({ orders }) => {
  const ordered = makeOrdered<string>();
  for (const order of orders) ordered.add(order, `${order}`);
  const wanted = [...new Set(orders)].toSorted((a, b) => a - b).map(String);
  expect(takeAll(ordered)).toEqual(wanted);
});

it('takes what came meanwhile, and what comes again', () => {
  const ordered = makeOrdered<string>();
  ordered.add(2, 'b');
  ordered.add(4, 'd');
  expect(ordered.takeFirst()).toBe('b');
  ordered.add(3, 'c');
  ordered.add(2, 'b again');
  expect(takeAll(ordered)).toEqual(['b again', 'c', 'd']);
});
