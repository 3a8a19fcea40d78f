import fc from 'fast-check';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import { linkLeadsOut } from './link-leads-out.ts';
import { localName, localTarget } from './local-name.ts';
import { pathText } from './path-text.ts';
import { safePath } from './safe-path.ts';

const anyPath = fc
  .array(fc.constantFrom('', '.', '..', '...', 'a', 'b', ' ', 'a\0', '\u012e\u012e', '\xff'), {
    maxLength: 6,
  })
  .map((names) => names.join('/'));

describe('safePath', () => {
  it.each(['', 'a', 'a/b', '...', '..a', 'a..', '.a', ' ', '\xff', '-', 'a\\..\\b'])('takes %j', (path) => {
    expect(safePath(path)).toBe(true);
  });

  it.each([
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    './a',
    'a/.',
    'a/..',
    'a/../b',
    '../a',
    'a\0',
    '\u012ea',
    'a\u012fb',
  ])('refuses %j', (path) => {
    expect(safePath(path)).toBe(false);
  });

  it('takes nothing that leaves the root, or that can be written in two ways', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        if (!safePath(path) || path === '') return;
        const bytes = Buffer.from(path, 'latin1').toString('latin1');
        expect(posix.join('/copy', bytes)).toBe(`/copy/${path}`);
      }),
    );
  });
});

describe('a name of this system', () => {
  it.each([
    'con',
    'CON.txt',
    'a/nul',
    'com1',
    'LPT9.x',
    'a:b',
    'a\\b',
    'a.',
    'a ',
    'a*',
    'a. /b',
    'aux /b',
    '\x01',
    'COM\xc2\xb9',
  ])('cannot be %j on Windows', (path) => {
    expect(localName(path, 'win32')).toBeUndefined();
    expect(localName(path, 'linux')).toBeDefined();
  });

  it.each(['console', 'a.b', '.a', 'com10', 'nulls/x', 'a b'])('can be %j on Windows', (path) => {
    expect(localName(path, 'win32')).toBe(path);
  });

  it('is bytes on Linux, and text elsewhere', () => {
    expect(localName('\xc3\xbc', 'linux')).toEqual(Buffer.from('ü'));
    expect(localName('\xc3\xbc', 'darwin')).toBe('ü');
    expect(localName('\xff', 'linux')).toEqual(Buffer.from([0xff]));
    expect(localName('\xff', 'darwin')).toBeUndefined();
  });

  it.each([
    { target: '../a', platform: 'win32', local: '../a' },
    { target: './a', platform: 'win32', local: './a' },
    { target: '..\\a', platform: 'win32', local: undefined },
    { target: 'c:/a', platform: 'win32', local: undefined },
    { target: '', platform: 'linux', local: undefined },
    { target: 'a\0', platform: 'linux', local: undefined },
    { target: '\u012e\u012e', platform: 'linux', local: undefined },
    { target: '\xff', platform: 'linux', local: Buffer.from([0xff]) },
  ] as const)('is the target $target of a link on $platform: $local', ({ target, platform, local }) => {
    expect(localTarget(target, platform)).toEqual(local);
  });
});

describe('pathText', () => {
  it.each([
    ['a b', 'a b'],
    ['\xc3\xbc', 'ü'],
    ['\xc3\xbc\xff', '\\xc3\\xbc\\xff'],
    ['a\nb\x1b[2J', 'a\\x0ab\\x1b[2J'],
    ['\xe2\x80\xae', '\\u{202e}'],
  ])('shows %j as %s', (path, text) => {
    expect(pathText(path)).toBe(text);
  });
});

const FOLDERS = ['d', 'd/e', 'a'];
const tree = (links: Readonly<Record<string, string>>) => ({
  linkAt: (path: string) => links[path],
  isFolder: (path: string) => path === '' || FOLDERS.includes(path),
});

describe('a link', () => {
  it.each([
    { path: 'l', target: 'd/e' },
    { path: 'd/l', target: '..' },
    { path: 'd/e/l', target: '../../a/./x' },
    { path: 'd/l', target: '../d/../a//x' },
    { path: 'l', target: 'missing/x' },
    { path: 'd/l', target: '../m', links: { m: 'd/e' } },
  ])('at $path to $target stays in the copy', ({ path, target, links = {} }) => {
    expect(linkLeadsOut({ path, target }, tree(links))).toBe(false);
  });

  it.each([
    { path: '', target: 'x' },
    { path: 'l', target: '/etc' },
    { path: 'l', target: '..' },
    { path: 'd/l', target: '../..' },
    { path: 'l', target: 'missing/../x' },
    { path: 'l', target: 'D/S/../x', links: { 'd/s': '..' } },
    { path: 'l', target: 'd/s/../x', links: { 'd/s': '..' } },
    { path: 'l', target: 'm/x', links: { m: 'd/n', 'd/n': '/etc' } },
    { path: 'l', target: 'l', links: { l: 'l' } },
  ])('at $path to $target leads out', ({ path, target, links = {} }) => {
    expect(linkLeadsOut({ path, target }, tree(links))).toBe(true);
  });
});

describe('links on a real disk', () => {
  let base: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'links-')));
  });
  afterEach(() => {
    rmSync(base, { recursive: true });
  });

  it('lead nowhere outside if each stays in the copy', () => {
    const path = fc.constantFrom('l', 'm', 'd/l', 'd/m', 'd/e/l', 'd/e/m');
    const target = fc
      .array(fc.constantFrom('..', 'd', 'e', 'l', 'm', 'a', '.'), { minLength: 1, maxLength: 5 })
      .map((names) => names.join('/'));
    let count = 0;
    fc.assert(
      fc.property(fc.dictionary(path, target, { maxKeys: 6 }), (all) => {
        const links: Readonly<Record<string, string>> = { ...all };
        const root = join(base, `${(count += 1)}`, 'root');
        for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
        const made = Object.entries(links).filter(
          ([link, to]) => !linkLeadsOut({ path: link, target: to }, tree(links)),
        );
        for (const [link, to] of made) symlinkSync(to, join(root, link));
        for (const [link] of made) expect(whereItLeads(join(root, link), root).startsWith(root)).toBe(true);
      }),
      { numRuns: runsOf(300) },
    );
  });
});

/** A link that leads to nothing leads nowhere else. */
function whereItLeads(link: string, root: string): string {
  try {
    return realpathSync(link);
  } catch {
    return root;
  }
}
