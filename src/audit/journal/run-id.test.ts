import { expect, it } from 'vitest';
import { isRunId, makeRunId } from './run-id.ts';

it('makes an id of the time in UTC and a random part', () => {
  const id = makeRunId({ now: () => new Date('2026-11-21T17:05:01.9Z'), random: () => 0 });
  expect(id).toMatch(/^20261121-170501-[a-z0-9]{5}$/);
  expect(isRunId(id)).toBe(true);
});

it.each([
  '',
  '20261121-170501',
  '20261121-170501-x7k2q/..',
  '../20261121-170501-x7k2q',
  '20261121-170501-X7K2Q',
])('does not take "%s" for an id', (text) => {
  expect(isRunId(text)).toBe(false);
});
