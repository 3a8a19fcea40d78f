import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceEntry } from '../file-sink.ts';
import type { LocalTree, LocalTreeOptions } from './local-tree.ts';
import { openLocalTree } from './open-local-tree.ts';

const OPTIONS: LocalTreeOptions = {
  platform: 'linux',
  userId: process.getuid?.(),
  now: () => new Date(1_700_000_000_000),
};
const MTIME = 1_600_000_000;

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'receive-'));
});
afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', base]);
  rmSync(base, { recursive: true });
});

const entryOf = (
  path: string,
  kind: SourceEntry['kind'],
  fields: Partial<SourceEntry> = {},
): SourceEntry => ({
  path,
  kind,
  size: 0,
  mode: kind === 'folder' ? 0o755 : 0o644,
  mtime: MTIME,
  ...fields,
});
const folder = (path: string, mode = 0o755) => entryOf(path, 'folder', { mode });
const file = (path: string, size: number, fields: Partial<SourceEntry> = {}) =>
  entryOf(path, 'file', { size, ...fields });
const link = (path: string) => entryOf(path, 'link');

const open = (name: string, options: Partial<LocalTreeOptions> = {}) =>
  openLocalTree(join(base, name), { ...OPTIONS, ...options });

async function put(tree: LocalTree, path: string, text: string, fields: Partial<SourceEntry> = {}) {
  const writer = tree.openFile(file(path, text.length, fields), 0);
  if (writer === undefined) return;
  await writer.write(Buffer.from(text));
  await writer.finish();
}

const partialOf = (name: string) => join(base, `.${name}.kubectl-debug-partial`);
const modeOf = (...path: readonly string[]) => statSync(join(base, ...path)).mode & 0o7777;
const whys = (tree: LocalTree) => tree.refused().map(({ why, count }) => `${why} ${count}`);

describe('one file', () => {
  it('gets its name, time and mode when it is whole', async () => {
    const tree = open('web.log');
    const writer = tree.openFile(file('', 6, { mode: 0o4755 }), 0);
    await writer?.write(Buffer.from('abc'));
    expect(existsSync(join(base, 'web.log'))).toBe(false);
    expect(lstatSync(partialOf('web.log')).mode & 0o777).toBe(0o600);
    await writer?.write(Buffer.from('def'));
    await writer?.finish();
    tree.commit();
    expect(readFileSync(join(base, 'web.log'), 'utf8')).toBe('abcdef');
    expect(modeOf('web.log')).toBe(0o755);
    expect(statSync(join(base, 'web.log')).mtimeMs).toBe(MTIME * 1000);
    expect(readdirSync(base)).toEqual(['web.log']);
    expect(tree.abandon()).toBeUndefined();
  });

  it('goes on after what an interrupted call left', async () => {
    const first = open('a');
    const writer = first.openFile(file('', 6), 0);
    await writer?.write(Buffer.from('abc'));
    expect(first.abandon()).toBe(partialOf('a'));

    const second = open('a');
    expect(second.hasFile(file('', 3))).toBe(false);
    const part = second.partOf(file('', 6));
    expect(part?.bytes).toBe(3);
    expect((await part?.hash(3))?.digest('hex')).toBe(createHash('sha256').update('abc').digest('hex'));
    const rest = second.openFile(file('', 6), 3);
    await rest?.write(Buffer.from('def'));
    await rest?.finish();
    second.commit();
    expect(readFileSync(join(base, 'a'), 'utf8')).toBe('abcdef');
  });
});

describe('a folder', () => {
  it('comes as a whole', async () => {
    const tree = open('conf');
    await tree.addFolder(folder('', 0o500));
    await tree.addFolder(folder('d', 0o500));
    await put(tree, 'd/x', 'hello', { mode: 0o400 });
    await tree.addLink(link('d/l'), '../d/x');
    expect(tree.addHardLink(file('h', 5), 'd/x')).toBe(true);
    expect(existsSync(join(base, 'conf'))).toBe(false);
    tree.commit();
    expect(readFileSync(join(base, 'conf/d/l'), 'utf8')).toBe('hello');
    expect([modeOf('conf'), modeOf('conf', 'd'), modeOf('conf', 'h')]).toEqual([0o500, 0o500, 0o400]);
    expect(statSync(join(base, 'conf/d')).mtimeMs).toBe(MTIME * 1000);
    expect(lstatSync(join(base, 'conf/d/l')).mtimeMs).toBe(MTIME * 1000);
    expect(readdirSync(base)).toEqual(['conf']);
    expect(tree.refused()).toEqual([]);
  });

  it('merges into one that exists', async () => {
    mkdirSync(join(base, 'conf/sub'), { recursive: true });
    mkdirSync(join(base, 'away'));
    writeFileSync(join(base, 'conf/old'), 'old');
    writeFileSync(join(base, 'conf/same'), 'old');
    writeFileSync(join(base, 'conf/file'), 'old');
    mkdirSync(join(base, 'conf/folder'));
    symlinkSync('../away', join(base, 'conf/to-folder'));
    symlinkSync('../away/x', join(base, 'conf/to-file'));
    symlinkSync('old', join(base, 'conf/link'));
    const tree = open('conf');
    for (const path of ['', 'sub', 'file', 'to-folder', 'new']) await tree.addFolder(folder(path, 0o500));
    for (const path of ['same', 'folder', 'to-file', 'to-folder/y', 'new/z', 'file/z'])
      await put(tree, path, 'new');
    await tree.addLink(link('link'), 'same');
    await tree.addLink(link('up'), 'to-folder/../x');
    tree.commit();
    expect(whys(tree).sort()).toEqual(['in-the-way 2', 'link-in-the-way 2', 'link-outside 1']);
    expect(readFileSync(join(base, 'conf/same'), 'utf8')).toBe('new');
    expect(readFileSync(join(base, 'conf/old'), 'utf8')).toBe('old');
    expect(readFileSync(join(base, 'conf/file'), 'utf8')).toBe('old');
    expect(readlinkSync(join(base, 'conf/link'))).toBe('same');
    expect(readdirSync(join(base, 'away'))).toEqual([]);
    expect(modeOf('conf', 'new')).toBe(0o500);
    expect(modeOf('conf', 'sub')).not.toBe(0o500);
    expect(readdirSync(base).sort()).toEqual(['away', 'conf']);
  });

  it('goes on after an interrupted call, and drops what the container has no more', async () => {
    const first = open('conf');
    await first.addFolder(folder(''));
    await first.addFolder(folder('d'));
    await put(first, 'd/whole', 'whole');
    await put(first, 'd/gone', 'gone');
    await first.openFile(file('d/part', 8), 0)?.write(Buffer.from('part'));
    expect(first.abandon()).toBe(partialOf('conf'));

    const second = open('conf');
    await second.addFolder(folder(''));
    await second.addFolder(folder('d'));
    expect(second.hasFile(file('d/whole', 5))).toBe(true);
    expect(second.hasFile(file('d/part', 4))).toBe(false);
    expect(second.partOf(file('d/part', 8))?.bytes).toBe(4);
    const rest = second.openFile(file('d/part', 8), 4);
    await rest?.write(Buffer.from('rest'));
    await rest?.finish();
    second.commit();
    expect(readdirSync(join(base, 'conf/d')).sort()).toEqual(['part', 'whole']);
    expect(readFileSync(join(base, 'conf/d/part'), 'utf8')).toBe('partrest');
  });
});

describe('an interrupted call', () => {
  it('leaves nothing if nothing has come', async () => {
    const tree = open('conf');
    await tree.addFolder(folder(''));
    await tree.addFolder(folder('d'));
    tree.openFile(file('d/x', 3), 0);
    expect(tree.abandon()).toBeUndefined();
    const single = open('x');
    single.openFile(file('', 3), 0);
    expect(single.abandon()).toBeUndefined();
    expect(readdirSync(base)).toEqual([]);
  });

  it('leaves no file that counts as whole before it is', async () => {
    const now = Math.floor(Date.now() / 1000);
    const first = open('conf');
    await first.addFolder(folder(''));
    await first.openFile(file('x', 3, { mtime: now }), 0)?.write(Buffer.from('abc'));
    first.abandon();
    const second = open('conf');
    await second.addFolder(folder(''));
    for (const mtime of [now, now + 1]) expect(second.hasFile(file('x', 3, { mtime }))).toBe(false);
    second.abandon();
  });

  it('has no links when it goes on, as a file could go through one', async () => {
    const first = open('conf');
    await first.addFolder(folder(''));
    await put(first, 'x', 'x');
    first.abandon();
    symlinkSync(base, join(partialOf('conf'), 'l'));
    const second = open('conf');
    expect(readdirSync(partialOf('conf'))).toEqual(['x']);
    second.abandon();
  });

  it('cannot be continued as a copy of another kind', async () => {
    const first = open('x');
    await first.openFile(file('', 6), 0)?.write(Buffer.from('abc'));
    first.abandon();
    expect(() => open('x').addFolder(folder(''))).toThrow(
      expect.objectContaining({
        kind: 'write-failed',
        hint: `if it is not needed, remove it: rm -r ${partialOf('x')}`,
      }),
    );
  });
});

describe('a file whose bytes proved wrong', () => {
  it('can be written again', async () => {
    const tree = open('conf');
    await tree.addFolder(folder(''));
    await put(tree, 'x', 'wrong');
    expect(tree.takeBack(file('x', 5))).toBe(true);
    expect(tree.takeBack(file('x', 5))).toBe(false);
    expect(tree.partOf(file('x', 5))).toBeUndefined();
    await put(tree, 'x', 'right');
    tree.commit();
    expect(readFileSync(join(base, 'conf/x'), 'utf8')).toBe('right');
    expect(tree.refused()).toEqual([]);
  });
});

describe('permissions and times that are not preserved', () => {
  it('are those of new files', async () => {
    const tree = open('conf', { preserve: false });
    await tree.addFolder(folder('', 0o700));
    await tree.addFolder(folder('d', 0o700));
    await put(tree, 'text', 'x', { mode: 0o600 });
    await put(tree, 'program', 'x', { mode: 0o700 });
    tree.commit();
    mkdirSync(join(base, 'new'));
    writeFileSync(join(base, 'new.txt'), '');
    expect([modeOf('conf'), modeOf('conf/d')]).toEqual([modeOf('new'), modeOf('new')]);
    expect(modeOf('conf/text')).toBe(modeOf('new.txt'));
    expect(modeOf('conf/program')).toBe(modeOf('new'));
    expect(statSync(join(base, 'conf/text')).mtimeMs).toBe(OPTIONS.now().getTime());
  });
});

describe('what a container may not do', () => {
  it.each([
    '../x',
    '/x',
    'a/../x',
    './x',
    'a//x',
    'x/',
    'x\0y',
    '\u012e\u012e\u012fx',
    'missing/x',
    'file/x',
  ])('is to name %j', async (path) => {
    const tree = open('conf');
    await tree.addFolder(folder(''));
    await tree.addFolder(folder('a'));
    await put(tree, 'file', 'x');
    await put(tree, path, 'evil');
    await tree.addFolder(folder(path));
    await tree.addLink(link(path), 'a');
    tree.addHardLink(file(path, 1), 'file');
    expect(whys(tree)).toEqual(['outside 4']);
    tree.commit();
    expect(readdirSync(join(base, 'conf')).sort()).toEqual(['a', 'file']);
  });

  it('is to give a name twice', async () => {
    const tree = open('conf');
    await tree.addFolder(folder(''));
    await put(tree, 'x', 'first');
    await put(tree, 'x', 'second');
    await tree.addLink(link('x'), 'y');
    tree.commit();
    expect(whys(tree)).toEqual(['outside 2']);
    expect(readFileSync(join(base, 'conf/x'), 'utf8')).toBe('first');
  });
});

describe('what another user may have made', () => {
  it('is refused where the copy is to be written', () => {
    symlinkSync('/tmp', partialOf('a'));
    expect(() => open('a')).toThrow(/^cannot go on with .*: it is a link$/);
    mkdirSync(partialOf('b'));
    chmodSync(partialOf('b'), 0o777);
    expect(() => open('b')).toThrow(/others may write to/);
    symlinkSync('x', join(base, 'c'));
    expect(() => open('c')).toThrow(/it is a link$/);
  });
});
