import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, 'check-changed.mjs');
const FILES = {
  'eslint.config.js': "export default [{ rules: { 'no-undef': 'error' } }];\n",
  'a.mjs': "import { b } from './b.mjs';\n\nexport const a = b;\n",
  'b.mjs': "import { c } from './deep/c.mjs';\n\nexport const b = c;\n",
  'deep/c.mjs': 'export const c = 1;\n',
  'other.mjs': 'export const other = 1;\n',
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'check-changed-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  write('.prettierrc.json', '{ "singleQuote": true }\n');
  for (const [name, text] of Object.entries(FILES)) write(name, text);
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}

function run(...args: readonly string[]): { readonly passes: boolean; readonly lines: readonly string[] } {
  const env = { ...process.env, KUBECTL_DEBUG_CACHE: path.join(folder, '.git/cache') };
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { passes: status === 0, lines: stdout.split('\n').filter((line) => line !== '') };
}

/** The files that would be linted now. */
const toLint = (): readonly string[] => run('lint', '--list').lines.toSorted();

it('lints again what has changed, and what imports it, directly or not', () => {
  expect(toLint()).toEqual(Object.keys(FILES).toSorted());
  expect(run('lint').passes).toBe(true);
  expect(toLint()).toEqual([]);
  write('deep/c.mjs', 'export const c = 2;\n');
  expect(toLint()).toEqual(['a.mjs', 'b.mjs', 'deep/c.mjs']);
  write('deep/c.mjs', FILES['deep/c.mjs']);
  expect(toLint()).toEqual([]);
  write('eslint.config.js', 'export default [];\n');
  expect(toLint()).toEqual(Object.keys(FILES).toSorted());
});

it('fails again and again for a file with a fault, and only for that one', () => {
  write('b.mjs', 'export const b = c;\n');
  for (let time = 0; time < 2; time += 1) {
    expect(run('lint')).toMatchObject({ passes: false });
    expect(toLint()).toEqual(['b.mjs']);
  }
});

it('checks the format of what has changed', () => {
  expect(run('format').passes).toBe(true);
  expect(run('format', '--list').lines).toEqual([]);
  write('a.mjs', 'export const a=1');
  expect(run('format', '--list').lines).toEqual(['a.mjs']);
  expect(run('format').passes).toBe(false);
  expect(run('format', '--list').lines).toEqual(['a.mjs']);
});

describe('of types', () => {
  /** Settings that check little of the compiler's own files, which takes the time. */
  const settings = (strict: boolean): string =>
    JSON.stringify({
      compilerOptions: { strict, module: 'nodenext', lib: ['es5'], types: [], skipLibCheck: true },
      include: ['*.ts'],
    });
  /** Whether the program would be checked now. */
  const isUnknown = (): boolean => run('types', '--list').lines.length > 0;
  beforeEach(() => {
    write('.gitignore', 'build/\n');
    write('tsconfig.json', settings(true));
    write('a.ts', "import { b } from './b.js';\n\nexport const a: number = b;\n");
    write('b.ts', 'export const b = 1;\n');
  });

  it('checks again what has changed, and fails again and again for a fault', () => {
    expect(run('types')).toEqual({ passes: true, lines: [] });
    expect(isUnknown()).toBe(false);
    for (const name of ['c.mts', 'c.d.cts', 'c.tsx', 'c.jsx', 'c.json']) {
      write(name, '{}\n');
      expect(isUnknown(), name).toBe(true);
      rmSync(path.join(folder, name));
    }
    // The compiler remembers a.ts, which has not changed, but not with this b.ts.
    write('b.ts', "export const b = 'text';\n");
    for (let time = 0; time < 2; time += 1) {
      const { passes, lines } = run('types');
      expect(passes).toBe(false);
      expect(lines.join('\n')).toContain('a.ts(3,14): error TS2322');
    }
    write('b.ts', 'export const b = 1;\n');
    expect(isUnknown()).toBe(false);
  });

  it('checks again under other settings', () => {
    write('tsconfig.json', settings(false));
    write('a.ts', 'export const a = (b) => b;\n');
    expect(run('types').passes).toBe(true);
    expect(isUnknown()).toBe(false);
    write('tsconfig.json', settings(true));
    expect(run('types').passes).toBe(false);
  });
});
