import { expect, it } from 'vitest';
import { parseYaml } from './parse-yaml.ts';

it.each([
  { text: '0o17', expected: 15 },
  { text: '-0o17', expected: -15 },
  { text: '.', expected: '.' },
  { text: 'e3', expected: 'e3' },
  { text: '1e3', expected: 1000 },
  { text: '.5', expected: 0.5 },
])('reads $text as Go does', ({ text, expected }) => {
  expect(parseYaml(text, { version: '1.1' })).toMatchObject({ documents: [expected] });
});
