import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellLine } from './container-plan.ts';

it.each([
  { words: ['plain'] },
  { words: ['two words', ''] },
  { words: [`it's`, `''`] },
  { words: ['$HOME', '`id`', '"', '\\', 'new\nline', '*'] },
])('writes $words so that a shell reads them back', ({ words }) => {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\037' ${shellLine(words)}`]);
  expect(stdout.toString().split('\x1f').slice(0, -1)).toEqual(words);
});
