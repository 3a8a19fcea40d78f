import { expect, it } from 'vitest';
import { parseAge } from './stop-request.ts';

it.each([
  { text: '1d', milliseconds: 86_400_000 },
  { text: '1d12h', milliseconds: 129_600_000 },
  { text: '90s', milliseconds: 90_000 },
  { text: '0', milliseconds: 0 },
])('reads the age $text', ({ text, milliseconds }) => {
  expect(parseAge(text)).toBe(milliseconds);
});

it.each(['', 'd', '1w', '-1h', '12', '1h1d', 'soon'])('refuses "%s" as an age', (text) => {
  expect(() => parseAge(text)).toThrow();
});
