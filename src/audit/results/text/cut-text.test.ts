import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  { text: 'short', length: 10, expected: 'short' },
  { text: 'longer', length: 4, expected: 'long' },
  { text: 'a😀b', length: 2, expected: 'a' },
  { text: 'a😀b', length: 3, expected: 'a😀' },
])('cuts $text to $expected', ({ text, length, expected }) => {
  expect(cutText(text, length)).toBe(expected);
});
