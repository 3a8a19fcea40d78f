import { expect, it } from 'vitest';
import { formatIndexes } from './job-outcome.ts';

it.each([
  { indexes: [], expected: '' },
  { indexes: [3], expected: '3' },
  { indexes: [1, 0], expected: '0,1' },
  { indexes: [5, 0, 1, 2, 7, 8], expected: '0-2,5,7,8' },
])('writes the indexes $indexes as "$expected"', ({ indexes, expected }) => {
  expect(formatIndexes(new Set(indexes))).toBe(expected);
});
