import { dirname } from 'node:path/posix';
import { TAR_BLOCK, tarHeader, tarPadding } from '../../src/files/tar/tar-header.ts';
import type { ImageFile } from './image-file.ts';

const FOLDER_MODE = 0o755;

/**
 * The tar archive of a layer: the same bytes for the same files, in whatever order they come. `mtime` is for all of them, in
 * whole seconds since 1970.
 */
export function makeLayer(files: readonly ImageFile[], mtime: number): Buffer {
  const known = new Set(files.map(({ path }) => path));
  const folders = [...new Set(files.flatMap(({ path }) => foldersOf(path)))].filter(
    (path) => !known.has(path),
  );
  const all: readonly ImageFile[] = [
    ...files,
    ...folders.map((path) => ({ kind: 'folder', path, mode: FOLDER_MODE }) as const),
  ];
  // By code units: a folder stands before what is in it.
  const sorted = [...all].sort((one, other) => (one.path < other.path ? -1 : 1));
  return Buffer.concat([...sorted.flatMap((file) => entryOf(file, mtime)), Buffer.alloc(2 * TAR_BLOCK)]);
}

/** The archive of some files in this order, as it is around the blobs of an image. */
export function makeArchive(files: readonly ImageFile[], mtime: number): Buffer {
  return Buffer.concat([...files.flatMap((file) => entryOf(file, mtime)), Buffer.alloc(2 * TAR_BLOCK)]);
}

function entryOf(file: ImageFile, mtime: number): readonly Buffer[] {
  const common = { name: file.path, mtime, target: '' };
  switch (file.kind) {
    case 'folder':
      return [tarHeader({ ...common, kind: 'folder', size: 0, mode: file.mode })];
    case 'file': {
      const { bytes, isExecutable = false } = file;
      const mode = isExecutable ? 0o755 : 0o644;
      return [
        tarHeader({ ...common, kind: 'file', size: bytes.length, mode }),
        bytes,
        tarPadding(bytes.length),
      ];
    }
  }
}

/** The folders above a path, without the root. */
function foldersOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [...foldersOf(parent), parent];
}
