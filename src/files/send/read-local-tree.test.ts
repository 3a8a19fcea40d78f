import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLocalTree } from './read-local-tree.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-send-'));
});
afterEach(() => rm(folder, { recursive: true }));

const read = (name: string) =>
  readLocalTree(Buffer.from(path.join(folder, name)), new AbortController().signal);

it('lists files, folders and links below, with names of any bytes, and drops setuid', async () => {
  await mkdir(path.join(folder, 'tree/sub'), { recursive: true });
  await writeFile(path.join(folder, 'tree/prog'), 'x');
  await chmod(path.join(folder, 'tree/prog'), 0o6755);
  await symlink('/etc/passwd', path.join(folder, 'tree/sub/link'));
  await writeFile(Buffer.concat([Buffer.from(`${folder}/tree/sub/`), Buffer.from([0x0a, 0xff])]), 'yy');
  const { entries, left } = await read('tree');
  const found = Object.fromEntries(entries.map((entry) => [entry.path, entry]));
  expect(Object.keys(found).toSorted()).toEqual(['', 'prog', 'sub', 'sub/\n\xff', 'sub/link']);
  expect(found['prog']).toMatchObject({ kind: 'file', mode: 0o755, size: 1 });
  expect(found['sub/link']).toMatchObject({ kind: 'link', target: '/etc/passwd' });
  expect(found['sub/\n\xff']).toMatchObject({ kind: 'file', size: 2 });
  expect(left).toEqual([]);
});

it('follows a link that is named itself', async () => {
  await writeFile(path.join(folder, 'file'), 'abc');
  await symlink('file', path.join(folder, 'link'));
  expect((await read('link')).entries).toMatchObject([{ path: '', kind: 'file', size: 3 }]);
});

it('throws for a source that does not exist', async () => {
  await expect(read('nothing')).rejects.toThrow('ENOENT');
});
