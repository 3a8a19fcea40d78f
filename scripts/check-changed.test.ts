import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

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
