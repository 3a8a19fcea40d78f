import { expect, it } from 'vitest';
import { makeLimit } from './limit.ts';

it.each([
  { label: 'no bound', wish: {}, sizes: [10, 10, 10], admitted: [true, true, true], reached: undefined },
  {
    label: 'two packets',
    wish: { packets: 2 },
    sizes: [9, 9, 9],
    admitted: [true, true, false],
    reached: 'packets',
  },
  {
    label: '45 bytes',
    wish: { maxBytes: 45 },
    sizes: [10, 5, 6, 1],
    admitted: [true, true, false, false],
    reached: 'size',
  },
])('admits packets within $label', ({ wish, sizes, admitted, reached }) => {
  const calls: string[] = [];
  const limit = makeLimit({ packets: undefined, maxBytes: undefined, ...wish }, () => calls.push('reached'));
  limit.spend(20, 5);
  expect(sizes.map((size) => limit.admit(size))).toEqual(admitted);
  expect(limit.reached()).toBe(reached);
  expect(calls).toHaveLength(reached === undefined ? 0 : 1);
  const written = sizes.filter((_, index) => admitted[index]);
  expect(limit.packets()).toBe(written.length);
  expect(limit.bytes()).toBe(written.reduce((sum, size) => sum + size, 20));
});
