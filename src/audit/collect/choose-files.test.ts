import { expect, it } from 'vitest';
import { BOUNDS } from '../../errors/bounds.ts';
import type { ListedFile } from '../../files/fetch/listed-file.ts';
import { chooseFiles, type Room } from './choose-files.ts';

const ROOM: Room = { ofContainer: 100, ofAll: 1000, filesBefore: 0 };

function listed(path: string, size: number, kind: ListedFile['kind'] = 'file'): ListedFile {
  return { path, kind, size, mode: 0o644, mtime: 0, sparse: false, inode: undefined };
}

const FILES = [listed('', 4096, 'folder'), listed('large', 90), listed('b', 10), listed('a', 10)];

it.each([
  { label: 'all that fits', room: { ofContainer: 110 }, left: [] },
  { label: 'the smallest where not all fit', room: {}, left: [['large', 'max-output']] },
  {
    label: 'of equal files the first by name',
    room: { ofContainer: 10 },
    left: [
      ['b', 'max-output'],
      ['large', 'max-output'],
    ],
  },
  {
    label: 'what all together may bring',
    room: { ofContainer: 200, ofAll: 20 },
    left: [['large', 'max-total']],
  },
  {
    label: 'no more files than the bound',
    room: { filesBefore: BOUNDS.collectedFiles.most - 2 },
    left: [['large', 'too-many-files']],
  },
])('chooses $label', ({ room, left }) => {
  const { files, bytes, leftOut } = chooseFiles(FILES, { ...ROOM, ...room });
  expect(leftOut.map(({ file, why }) => [file.path, why])).toEqual(left);
  const names = left.map(([name]) => name);
  expect(files).toEqual(FILES.filter(({ path }) => !names.includes(path)));
  const sizes = files.map(({ kind, size }) => (kind === 'file' ? size : 0));
  expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
});

it('takes folders and links that are beyond every bound', () => {
  const others = [listed('', 4096, 'folder'), listed('link', 300, 'link')];
  expect(chooseFiles(others, { ofContainer: 0, ofAll: 0, filesBefore: 0 }).files).toEqual(others);
});
