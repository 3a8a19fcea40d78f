import { expect, it } from 'vitest';
import { isShell } from './is-shell.ts';

it.each([
  { command: [], expected: true },
  { command: ['sh'], expected: true },
  { command: ['/bin/bash', '-il'], expected: true },
  { command: ['/bin/bash', '-i', '-l'], expected: true },
  { command: ['/usr/bin/zsh', '--login'], expected: true },
  { command: ['sh', '-c', 'echo early'], expected: false },
  { command: ['bash', 'script.sh'], expected: false },
  { command: ['python3'], expected: false },
  { command: ['/bin/sh/'], expected: false },
])('says $expected of $command', ({ command, expected }) => {
  expect(isShell(command)).toBe(expected);
});
