import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../../test/builders/a-folder.ts';
import { makeFolders } from './make-folders.ts';

const root = (await aFolder()).path;
const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe('makeFolders', () => {
  it('makes each missing folder for the user alone, and leaves the mode of the others', () => {
    const base = path.join(root, 'base');
    mkdirSync(base, { mode: 0o755 });
    makeFolders(path.join(base, 'a/b'), 0o700);
    makeFolders(path.join(base, 'a/b'), 0o700);
    expect(['', 'a', 'a/b'].map((each) => modeOf(path.join(base, each)))).toEqual([0o755, 0o700, 0o700]);
  });

  it('follows links to folders', () => {
    mkdirSync(path.join(root, 'there'));
    symlinkSync('there', path.join(root, 'link'));
    makeFolders(path.join(root, 'link/new'), 0o700);
    expect(statSync(path.join(root, 'there/new')).isDirectory()).toBe(true);
  });

  it.each([
    { label: 'a file', below: '', code: 'EEXIST' },
    { label: 'a folder below a file', below: 'x', code: /EEXIST|ENOTDIR/ },
  ])('refuses $label', ({ below, code }) => {
    const file = path.join(root, 'file');
    writeFileSync(file, '');
    expect(() => makeFolders(path.join(file, below), 0o700)).toThrow(code);
  });

  // With Node's own recursive mkdir this test never ends.
  it.runIf(process.platform === 'linux').each(['/proc/none', '/proc/none/deep'])(
    'gives up at %s, where nobody can make folders',
    (folder) => {
      expect(() => makeFolders(folder, 0o700)).toThrow('/proc takes no new folders');
    },
  );
});
