import { mkdtemp, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLocalTree } from '../receive/open-local-tree.ts';
import { takeTar } from './take-tar.ts';
import { tarHeader, tarPadding } from './tar-header.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-tar-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const END = Buffer.alloc(1024);

function entry(name: string, fields: Partial<Parameters<typeof tarHeader>[0]> = {}, text = ''): Buffer {
  const bytes = Buffer.from(text);
  const header = { kind: 'file', name, size: bytes.length, mode: 0o644, mtime: 1000, target: '' } as const;
  return Buffer.concat([tarHeader({ ...header, ...fields }), bytes, tarPadding(bytes.length)]);
}

async function take(...blocks: readonly Buffer[]) {
  const { platform } = process;
  const tree = openLocalTree(path.join(folder, 'out'), {
    platform,
    userId: undefined,
    now: () => new Date(),
  });
  await takeTar(Readable.from([Buffer.concat(blocks)]), tree, new AbortController().signal);
  tree.commit();
  return tree.refused().map(({ why, paths }) => [why, ...paths]);
}

it('takes files, folders and links, and makes folders that are only part of a name', async () => {
  const refused = await take(
    entry('.', { kind: 'folder' }),
    entry('./a/b/file', { mode: 0o4755 }, 'text'),
    entry('/absolute', {}, 'x'),
    entry('a/link', { kind: 'link', target: 'b' }),
    END,
  );
  expect(refused).toEqual([]);
  expect(await readFile(path.join(folder, 'out/a/b/file'), 'utf8')).toBe('text');
  expect((await stat(path.join(folder, 'out/a/b/file'))).mode & 0o7777).toBe(0o755);
  expect(await readFile(path.join(folder, 'out/absolute'), 'utf8')).toBe('x');
  expect(await readlink(path.join(folder, 'out/a/link'))).toBe('b');
});

it('refuses names with .. and goes on', async () => {
  expect(
    await take(entry('../evil', {}, 'x'), entry('a/../../evil', {}, 'x'), entry('good', {}, 'y'), END),
  ).toEqual([['outside', '../evil', 'a/../../evil']]);
  expect(await readFile(path.join(folder, 'out/good'), 'utf8')).toBe('y');
});

it.each([
  { label: 'cut', bytes: entry('file', {}, 'x'.repeat(2000)).subarray(0, 1500) },
  { label: 'no tar stream', bytes: Buffer.alloc(2048, 'no tar') },
])('says that a stream is $label', async ({ bytes }) => {
  await expect(take(bytes)).rejects.toMatchObject({ kind: 'input-failed' });
});
