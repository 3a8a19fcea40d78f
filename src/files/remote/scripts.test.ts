import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeFakeTarget,
  runFilesScriptHere,
  SHELLS,
  type FakeTarget,
  type FilesScriptRun,
} from '../../../test/drivers/files-script.ts';
import { until } from '../../../test/drivers/until.ts';
import { readList } from '../fetch/listed-file.ts';
import { ENTER_ROOT } from './enter-root.ts';
import { FOLLOW_SCRIPT } from './follow-script.ts';
import { LIST_SCRIPT } from './list-script.ts';
import { FILES_SCRIPT, HASH_SCRIPT, TAR_SCRIPT } from './send-scripts.ts';

let target: FakeTarget;
beforeEach(() => (target = makeFakeTarget()));
afterEach(() => target.remove());

const bytesAt = (name: string): Buffer => Buffer.from(target.at(name), 'latin1');
const END = 'n0nce end';
/** A line break, a dash, spaces, bytes that are not UTF-8, and what shells and sha256sum could expand. */
const NAMES = ['a\nb', '-rf', ' two  words ', 'caf\xe9\xff', '$(id)`id`*', 'back\\slash'];

describe.each(SHELLS.map((shell) => ({ shell })))('the scripts in $shell', ({ shell }) => {
  const run = (text: string, path: string, more: Partial<FilesScriptRun> = {}) =>
    runFilesScriptHere(target, { shell, text, path, ...more });
  const withNames = (text: string, path: string, names: readonly string[]) => {
    const input = names.map((name) => `${name}\0`).join('');
    return run(text, path, { input, args: [String(input.length)] });
  };

  describe('ENTER_ROOT', () => {
    beforeEach(() => {
      mkdirSync(target.at('etc/deep'), { recursive: true });
      const links = {
        abs: '/etc',
        rel: 'etc/deep/..',
        up: '../../../../etc',
        chain: 'abs/deep',
        loop: 'loop',
      };
      for (const [name, to] of Object.entries(links)) symlinkSync(to, target.at(name));
      symlinkSync('/etc/deep', target.at('job/here'));
      symlinkSync('line\nbreak', target.at('odd'));
      symlinkSync('-n', target.at('dash'));
    });

    it.each([
      { path: '/etc', found: '/etc' },
      { path: '//etc/./deep//', found: '/etc/deep' },
      { path: '/abs/x', found: '/etc/x' },
      { path: '/rel/x', found: '/etc/x' },
      { path: '/up', found: '/etc' },
      { path: '/chain/x', found: '/etc/deep/x' },
      { path: '/../../etc/../..', found: '' },
      { path: '/', found: '' },
      { path: 'here/x', found: '/etc/deep/x' },
      { path: '../etc', found: '/etc' },
      { path: '.', found: '/job' },
      { path: '/odd', found: '/line\nbreak' },
      { path: '/dash', found: '/-n' },
      { path: '/-rf * $x', found: '/-rf * $x' },
    ])('finds $path inside the root', ({ path, found }) => {
      expect(run(`${ENTER_ROOT}printf '[%s]' "$at"`, path).stdout).toBe(`[${found}]`);
    });

    it('stops at a link that leads to itself', () => {
      expect(run(`${ENTER_ROOT}end`, '/loop/x')).toEqual({ stdout: '', said: ['n0nce loop'] });
    });
  });

  it('lists each name below a folder, and follows no link', () => {
    mkdirSync(target.at('tree/sub'), { recursive: true });
    for (const name of NAMES) writeFileSync(bytesAt(`tree/${name}`), 'x');
    symlinkSync('/', target.at('tree/link'));
    truncateSync(target.at('tree/-rf'), 4 * 1024 * 1024);
    linkSync(target.at('tree/-rf'), target.at('tree/sub/second'));
    execFileSync('mkfifo', [target.at('tree/fifo')]);
    const { stdout, said } = run(LIST_SCRIPT, '/tree/');
    expect(said).toEqual([END]);
    const found = new Map<string, string>();
    const list = readList('n0nce', ({ path, kind, sparse, inode }) =>
      found.set(path, [kind, sparse ? 'sparse' : '', inode === undefined ? '' : 'linked'].join(' ').trim()),
    );
    list.read(Buffer.from(stdout.slice(0, -`${END}\n`.length), 'latin1'));
    list.end();
    const files = NAMES.map((name) => [name, name === '-rf' ? 'file sparse linked' : 'file  ']);
    expect(Object.fromEntries(found)).toEqual({
      ...Object.fromEntries(files.map(([name = '', is = '']) => [name, is.trim()])),
      '': 'folder',
      sub: 'folder',
      link: 'link',
      fifo: 'special',
      'sub/second': 'file sparse linked',
    });
  });

  it.each([
    { path: '/no/such', word: 'missing' },
    { path: '/job/no', word: 'missing' },
  ])('says of $path that it is $word', ({ path, word }) => {
    expect(run(LIST_SCRIPT, path)).toEqual({ stdout: '', said: [`n0nce ${word}`] });
  });

  it('sends and hashes small files by their names', () => {
    mkdirSync(target.at('tree'));
    for (const name of NAMES) writeFileSync(bytesAt(`tree/${name}`), name, 'latin1');
    const names = NAMES.map((name) => `./${name}`);
    const tar = withNames(TAR_SCRIPT, '/tree', names);
    expect(tar.said).toEqual([END]);
    const archive = Buffer.from(tar.stdout, 'latin1');
    const unpacked = execFileSync('tar', ['-x', '--to-stdout', '-f', '-'], {
      input: archive,
      encoding: 'latin1',
    });
    expect(unpacked).toContain(NAMES.join(''));
    const hashes = withNames(HASH_SCRIPT, '/tree', names);
    expect(hashes.stdout.match(/[0-9a-f]{64} /g)).toHaveLength(NAMES.length);
  });

  describe('FILES_SCRIPT', () => {
    const MIB = 1024 * 1024;
    const send = (...fields: readonly (string | number)[]) => {
      const { stdout, said } = withNames(FILES_SCRIPT, '/tree', fields.map(String));
      expect(stdout.endsWith(`${END}\n`)).toBe(true);
      expect(said.pop()).toBe(END);
      const lines = said.map((line) =>
        line.replace(/[0-9a-f]{64}/, 'HEX').replace(/(after \d+ \d+) \d+/, '$1'),
      );
      return { data: stdout.slice(0, -`${END}\n`.length), lines };
    };
    beforeEach(() => mkdirSync(target.at('tree')));

    it('sends exactly the bytes from an offset, of names of any kind', () => {
      writeFileSync(bytesAt('tree/a\nb'), `${'x'.repeat(MIB)}rest`);
      writeFileSync(bytesAt('tree/-n'), 'dash');
      const { data, lines } = send(0, 'file', MIB, MIB + 4, './a\nb', 1, 'file', 0, 4, './-n');
      expect(data).toBe('restdash');
      expect(lines.toSorted()).toEqual([
        `n0nce after 0 ${MIB + 4}`,
        'n0nce after 1 4',
        'n0nce hash 0 HEX',
        'n0nce hash 1 HEX',
      ]);
    });

    it('fills the place of what has gone with zeros, and goes on', () => {
      writeFileSync(target.at('tree/short'), 'abc');
      symlinkSync('/etc/passwd', target.at('tree/link'));
      writeFileSync(target.at('tree/grown'), 'abcdef');
      const asked = [0, 'file', 0, 5, './no', 1, 'file', 0, 5, './short', 2, 'file', 0, 2, './link'];
      const { data, lines } = send(...asked, 3, 'file', 0, 4, './grown');
      expect(data).toBe('\0\0\0\0\0abc\0\0\0\0abcd');
      expect(lines).toEqual(expect.arrayContaining(['n0nce gone 0', 'n0nce gone 2', 'n0nce short 1 3']));
      expect(lines).toContain('n0nce after 3 6');
    });

    it.skipIf(process.getuid?.() === 0)('does not stop at a file that it may not read', () => {
      writeFileSync(target.at('tree/closed'), 'x');
      chmodSync(target.at('tree/closed'), 0);
      expect(send(0, 'file', 0, 1, './closed')).toEqual({ data: '\0', lines: ['n0nce unreadable 0'] });
    });

    it('sends a sparse file compressed, also one that has shrunk', () => {
      writeFileSync(target.at('tree/holes'), '');
      truncateSync(target.at('tree/holes'), 3 * MIB);
      const { data, lines } = send(0, 'gzip', 0, 4 * MIB, './holes');
      expect(gunzipSync(Buffer.from(data, 'latin1'))).toHaveLength(3 * MIB);
      expect(lines).toContain(`n0nce short 0 ${3 * MIB}`);
    });

    it('sends all of a file without a known size, and the target of a link', () => {
      writeFileSync(target.at('tree/whole'), 'all of it');
      symlinkSync('a\n', target.at('tree/link'));
      expect(send(0, 'whole', 0, 0, './whole').data).toBe('all of it');
      expect(send(0, 'link', 0, 0, './link').data).toBe('a\n');
    });
  });

  it('follows a file through rotation and truncation, and goes on at a place', async () => {
    const log = target.at('job/log');
    writeFileSync(log, 'one\ntwo\nthree\n');
    const [program = '', ...words] = shell;
    const follow = async (place: readonly string[], body: (heard: () => string) => Promise<void>) => {
      const args = [
        ...words,
        '-c',
        target.aim(FOLLOW_SCRIPT),
        'test',
        'n0nce',
        'shared',
        'ab',
        'log',
        ...place,
      ];
      const child = spawn(program, args);
      let out = '';
      let said = '';
      child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
      await body(() => out);
      const ended = once(child, 'close');
      child.stdin.end();
      await ended;
      return { out, marks: said.split('\n').filter((line) => line.startsWith('n0nce ')) };
    };
    const untilHeard = (heard: () => string, text: string): Promise<void> =>
      until(
        () => heard().endsWith(text),
        () => `${text} in ${heard()}`,
      );
    const first = await follow(['-', '2'], async (heard) => {
      await untilHeard(heard, 'three\n');
      appendFileSync(log, 'four\n');
      renameSync(log, `${log}.1`);
      writeFileSync(log, 'five, a long line\n');
      await untilHeard(heard, 'five, a long line\n');
      writeFileSync(log, 'six\n');
      await untilHeard(heard, 'six\n');
    });
    expect(first.out).toBe('two\nthree\nfour\nfive, a long line\nsix\n');
    const places = first.marks.map((mark) => mark.replace(/file \d+/, 'file INODE'));
    expect(places).toEqual(['n0nce file INODE 4 0', 'n0nce file INODE 0 15', 'n0nce file INODE 0 33']);
    const inode = first.marks.at(-1)?.split(' ')[2] ?? '';
    const second = await follow([inode, '2'], (heard) => untilHeard(heard, 'x\n'));
    expect(second.out).toBe('x\n');
  });
});
