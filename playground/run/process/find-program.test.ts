import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findProgram, programProblem } from './find-program.ts';

let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'root-'));
  await mkdir(join(root, 'bin/folder'), { recursive: true });
  await writeFile(join(root, 'bin/tool'), '');
  await chmod(join(root, 'bin/tool'), 0o755);
  await writeFile(join(root, 'bin/text'), '', { mode: 0o644 });
});

afterAll(() => rm(root, { recursive: true }));

it.each([
  { command: 'tool', problem: undefined },
  { command: '/bin/tool', problem: undefined },
  { command: 'text', problem: 'executable file not found in $PATH' },
  { command: 'folder', problem: 'executable file not found in $PATH' },
  { command: 'nope', problem: 'executable file not found in $PATH' },
  { command: '', problem: 'executable file not found in $PATH' },
  { command: '/bin/nope', problem: 'stat /bin/nope: no such file or directory' },
  { command: '/bin/text', problem: 'permission denied' },
  { command: '/bin/folder', problem: 'permission denied' },
])('says of $command: $problem', ({ command, problem }) => {
  expect(programProblem(command, '/sbin::/bin', root)).toBe(problem);
});

it('finds a program in the first folder that has it', () => {
  expect(findProgram('tool', '/sbin:/bin', root)).toBe('/bin/tool');
});
