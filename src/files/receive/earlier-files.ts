import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import type { BytePath } from '../file-sink.ts';
import { childPath } from '../names/safe-path.ts';
import { bytePath, type LocalPaths } from './local-paths.ts';

/** A file or folder that an earlier call left. */
export interface Earlier {
  readonly kind: 'file' | 'folder';
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
}

/** The user can list and change a folder. */
const OPEN_MODE = 0o700;

/**
 * Reads what an earlier call left in its folder. Removes the links, which are made last, so that no later step can go
 * through one. Throws the system's errors.
 */
export function readEarlier(paths: LocalPaths): Map<BytePath, Earlier> {
  const found = new Map<BytePath, Earlier>();
  const folders: BytePath[] = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(paths, folder)) {
      const path = childPath(folder, name);
      const place = paths.at(path);
      const stats = lstatSync(place);
      const { size, mode, mtimeMs } = stats;
      if (stats.isDirectory()) {
        if ((mode & OPEN_MODE) !== OPEN_MODE) chmodSync(place, OPEN_MODE);
        folders.push(path);
        found.set(path, { kind: 'folder', size, mode, mtimeMs });
      } else if (stats.isFile()) found.set(path, { kind: 'file', size, mode, mtimeMs });
      else unlinkSync(place);
    }
  }
  return found;
}

/** The names in a folder, in no order. */
export function namesIn(paths: LocalPaths, folder: BytePath): readonly BytePath[] {
  return readdirSync(paths.at(folder), { encoding: 'buffer' }).map(bytePath);
}

/**
 * Removes a file, or a folder with all that is in it; follows no link. A folder needs no permissions of its own for that.
 */
export function removeTree(paths: LocalPaths, path: BytePath): void {
  const folders: BytePath[] = [];
  const remove = (one: BytePath): void => {
    const place = paths.at(one);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (!stats.isDirectory()) {
      unlinkSync(place);
      return;
    }
    if ((stats.mode & OPEN_MODE) !== OPEN_MODE) chmodSync(place, OPEN_MODE);
    folders.push(one);
  };
  remove(path);
  for (let index = 0; index < folders.length; index += 1) {
    const folder = folders[index] ?? '';
    for (const name of namesIn(paths, folder)) remove(childPath(folder, name));
  }
  for (const folder of folders.reverse()) rmdirSync(paths.at(folder));
}
