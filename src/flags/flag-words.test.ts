import { expect, it } from 'vitest';
import { wordsOfFlag, wordsOfNames } from './flag-words.ts';

it.each([
  { command: 'debug', flag: 'namespace', words: 'namespaces' },
  { command: 'debug', flag: 'dry-run', words: ['client', 'server', 'none'] },
  { command: 'stop', flag: 'dry-run', words: ['client', 'none'] },
  { command: 'attach', flag: 'container', words: 'debug-containers' },
  { command: 'debug', flag: 'container', words: [] },
  { command: 'audit', flag: 'output', words: ['json', 'jsonl', 'junit'] },
  { command: 'pods', flag: 'color', words: ['auto', 'always', 'never'] },
])('offers $words for --$flag of $command', ({ command, flag, words }) => {
  expect(wordsOfFlag(command, flag)).toEqual(words);
});

it.each([
  { command: 'debug', words: 'targets' },
  { command: 'completion', words: ['bash', 'zsh', 'fish', 'powershell'] },
  { command: 'cp', words: 'copy-ends' },
  { command: 'forward', words: 'forward-words' },
  { command: 'capture', words: 'capture-words' },
  { command: 'audit', words: [] },
])('offers $words as arguments of $command', ({ command, words }) => {
  expect(wordsOfNames(command)).toEqual(words);
});
