import { expect, it } from 'vitest';
import { parseImagePullPolicy } from './debug-request.ts';

it.each([
  { text: 'Always', expected: 'Always' },
  { text: 'IfNotPresent', expected: 'IfNotPresent' },
  { text: 'Never', expected: 'Never' },
  { text: '', expected: undefined },
])('reads "$text" as $expected', ({ text, expected }) => {
  expect(parseImagePullPolicy(text)).toBe(expected);
});

it.each(['always', 'Sometimes', ' Always'])('refuses "%s" and names the policies', (text) => {
  expect(() => parseImagePullPolicy(text)).toThrow(
    expect.objectContaining({ kind: 'usage', hint: 'use one of Always, IfNotPresent, Never' }),
  );
});
