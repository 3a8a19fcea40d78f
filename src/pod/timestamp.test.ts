import { expect, it } from 'vitest';
import { parseTime } from './timestamp.ts';

it.each([
  { text: '2025-03-01T12:00:00Z', expected: new Date(Date.UTC(2025, 2, 1, 12)) },
  { text: '2025-03-01T12:00:00.123456Z', expected: new Date(Date.UTC(2025, 2, 1, 12, 0, 0, 123)) },
  { text: '2025-03-01T14:00:00+02:00', expected: new Date(Date.UTC(2025, 2, 1, 12)) },
  { text: 'yesterday', expected: undefined },
  { text: '', expected: undefined },
  { text: null, expected: undefined },
  { text: undefined, expected: undefined },
])('reads $text as $expected', ({ text, expected }) => {
  expect(parseTime(text)).toEqual(expected);
});
