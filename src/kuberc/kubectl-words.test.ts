import { expect, it } from 'vitest';
import { firstWord, KUBECTL_FORMATS } from './kubectl-words.ts';

it.each([
  { command: 'get', expected: 'get' },
  { command: 'get pods', expected: 'get' },
  { command: '  get  pods', expected: 'get' },
  { command: '-v debug', expected: 'debug' },
  { command: '', expected: '' },
  { command: '--help', expected: '' },
])('finds the command of $command', ({ command, expected }) => {
  expect(firstWord(command)).toBe(expected);
});

it.each([
  { format: 'go-template={{.x}}', expected: true },
  { format: 'templatefile=f', expected: true },
  { format: 'KYAML', expected: true },
  { format: 'yaml', expected: false },
  { format: 'jsonpath={.x}', expected: false },
  { format: 'templates', expected: false },
])('takes $format for a format of kubectl alone: $expected', ({ format, expected }) => {
  expect(KUBECTL_FORMATS.test(format)).toBe(expected);
});
