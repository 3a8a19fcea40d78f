import { expect, it } from 'vitest';
import { COMMANDS } from '../../commands/command-table.ts';
import { decodeAll } from './decode-all.ts';

const CONTEXT = { file: 'f.yaml', commands: COMMANDS, isOfCompany: false };

/** The contents of a file with so many mistakes. */
const wrongIn = (count: number) => ({
  images: Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index}`, ''])),
});

it.each([
  { count: 1, found: 1, hasMore: false },
  { count: 20, found: 20, hasMore: false },
  { count: 21, found: 20, hasMore: true },
  // Each would cost a check of all that come after it.
  { count: 2000, found: 20, hasMore: true },
])('finds $found of $count mistakes', ({ count, found, hasMore }) => {
  const decoded = decodeAll(wrongIn(count), CONTEXT);
  expect(decoded).toMatchObject({ kind: 'mistakes', hasMore });
  expect(decoded).toHaveProperty('mistakes.length', found);
});

it('leaves what it checks as it is', () => {
  const value = wrongIn(3);
  decodeAll(value, CONTEXT);
  expect(value).toEqual(wrongIn(3));
});
