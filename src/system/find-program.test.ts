import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProgram } from './find-program.ts';

const platform = 'linux';
const here = process.cwd();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-program-'));
  for (const name of ['one', 'two', 'elsewhere']) mkdirSync(join(folder, name));
  for (const file of ['one/tool', 'two/tool', 'two/other', 'elsewhere/tool']) {
    writeFileSync(join(folder, file), '#!/bin/sh\n', { mode: 0o755 });
  }
  writeFileSync(join(folder, 'one/other'), 'no program');
  chmodSync(join(folder, 'one/other'), 0o644);
  mkdirSync(join(folder, 'one/folder'));
  process.chdir(join(folder, 'elsewhere'));
});
afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true });
});

const inFolders = (PATH: string) => ({ PATH: PATH.replaceAll('~', folder) });

it.each([
  { name: 'tool', PATH: '~/one:~/two', found: 'one/tool' },
  { name: 'tool', PATH: '~/none:~/two:~/one', found: 'two/tool' },
  { name: 'other', PATH: '~/one:~/two', found: 'two/other' },
  { name: 'folder', PATH: '~/one', found: undefined },
  // The working directory holds a program of this name.
  { name: 'tool', PATH: '', found: undefined },
  { name: 'tool', PATH: ':~/two', found: 'two/tool' },
  { name: 'tool', PATH: '~/none:', found: undefined },
  { name: 'tool', PATH: '~/none::', found: undefined },
  { name: 'tool', PATH: '.', found: undefined },
  { name: 'tool', PATH: '../elsewhere:./', found: undefined },
  { name: './tool', PATH: '~/one', found: undefined },
  { name: '../elsewhere/tool', PATH: '~/one', found: undefined },
  { name: 'one/tool', PATH: '~', found: undefined },
])('finds $name in $PATH: $found', ({ name, PATH, found }) => {
  expect(findProgram(name, { env: inFolders(PATH), platform })).toBe(found && join(folder, found));
});

it('takes an absolute path as it is, and nothing without PATH', () => {
  expect(findProgram(join(folder, 'two/other'), { env: {}, platform })).toBe(join(folder, 'two/other'));
  expect(findProgram(join(folder, 'one/other'), { env: {}, platform })).toBeUndefined();
  expect(findProgram('tool', { env: {}, platform })).toBeUndefined();
});
