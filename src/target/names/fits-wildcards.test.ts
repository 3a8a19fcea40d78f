import { expect, it } from 'vitest';
import { fitsWildcards } from './fits-wildcards.ts';

it.each([
  { pattern: 'prod', text: 'prod', fits: true },
  { pattern: 'prod', text: 'prod-1', fits: false },
  { pattern: 'prod-*', text: 'prod-', fits: true },
  { pattern: 'prod-*', text: 'xprod-1', fits: false },
  { pattern: '*', text: '', fits: true },
  { pattern: '*-eu-*', text: 'a-eu-1', fits: true },
  { pattern: '*-eu', text: 'a-eu-1', fits: false },
  { pattern: 'a*a', text: 'a', fits: false },
  { pattern: 'a*b*c', text: 'a-b-b-c', fits: true },
  { pattern: 'a*b*c', text: 'a-c-b', fits: false },
  { pattern: 'a.c', text: 'abc', fits: false },
])('$pattern fits "$text": $fits', ({ pattern, text, fits }) => {
  expect(fitsWildcards(text, pattern)).toBe(fits);
});
