import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOfPager } from './pager.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pager-'));
  for (const name of ['less', 'less.EXE', 'more.CMD']) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('startOfPager', () => {
  const start = (pager: string, platform: NodeJS.Platform, path = folder) =>
    startOfPager(pager, { platform, env: { PATH: path } });

  it.each([
    { pager: 'less', name: 'less' },
    { pager: 'no-such', name: undefined },
  ])('finds $pager in PATH', ({ pager, name }) => {
    const found = name === undefined ? undefined : { command: join(folder, name), shell: false };
    expect(start(pager, 'linux')).toEqual(found);
  });

  it('finds nothing in a working directory that is in PATH', () => {
    expect(start('less', 'linux', ':.')).toBeUndefined();
    expect(start('less', 'win32', ':.')).toBeUndefined();
  });

  it('leaves a command line to the shell, and a path as it is', () => {
    expect(start('less -R', 'linux')).toEqual({ command: 'less -R', shell: true });
    expect(start('./mine', 'linux')).toEqual({ command: './mine', shell: false });
  });

  it('finds the program of a command line on Windows, whose shell would look in the working directory first', () => {
    expect(start('less', 'win32')).toEqual({ command: join(folder, 'less.EXE'), shell: false });
    expect(start('less -R', 'win32')).toEqual({ command: `"${join(folder, 'less.EXE')}" -R`, shell: true });
    expect(start('more', 'win32')).toEqual({ command: `"${join(folder, 'more.CMD')}"`, shell: true });
    expect(start('no-such -R', 'win32')).toBeUndefined();
    expect(start('"C:\\Program Files\\less.exe" -R', 'win32')).toEqual({
      command: '"C:\\Program Files\\less.exe" -R',
      shell: true,
    });
  });
});
