import { expect, it } from 'vitest';
import type { Flag } from './flag.ts';
import { findWanted } from './find-wanted.ts';

const IMAGE: Flag = { name: 'image', kind: 'string', group: 'run', description: '' };
const CONTAINER: Flag = { name: 'container', short: 'c', kind: 'string', group: 'run', description: '' };
const FLAGS: readonly Flag[] = [
  IMAGE,
  CONTAINER,
  { name: 'tty', short: 't', kind: 'boolean', group: 'run', description: '' },
];

it.each([
  { words: [''], wanted: { kind: 'name', typed: '' } },
  { words: ['-t', 'we'], wanted: { kind: 'name', typed: 'we' } },
  { words: ['web', '--im'], wanted: { kind: 'flag-name', typed: '--im' } },
  { words: ['-'], wanted: { kind: 'flag-name', typed: '-' } },
  { words: ['--'], wanted: { kind: 'flag-name', typed: '--' } },
  { words: ['--tty'], wanted: { kind: 'flag-name', typed: '--tty' } },
  { words: ['--image', 'bu'], wanted: { kind: 'value', flag: IMAGE, prefix: '', typed: 'bu' } },
  { words: ['--image=bu'], wanted: { kind: 'value', flag: IMAGE, prefix: '--image=', typed: 'bu' } },
  { words: ['--image='], wanted: { kind: 'value', flag: IMAGE, prefix: '--image=', typed: '' } },
  { words: ['--image=x', 'we'], wanted: { kind: 'name', typed: 'we' } },
  { words: ['-tc', 'db'], wanted: { kind: 'value', flag: CONTAINER, prefix: '', typed: 'db' } },
  { words: ['-cdb'], wanted: { kind: 'value', flag: CONTAINER, prefix: '-c', typed: 'db' } },
  { words: ['--no-such', 'we'], wanted: { kind: 'name', typed: 'we' } },
  { words: ['web', '--', 'ls', '-'], wanted: { kind: 'nothing' } },
])('reads the end of $words as $wanted.kind', ({ words, wanted }) => {
  expect(findWanted(FLAGS, words)).toEqual(wanted);
});
