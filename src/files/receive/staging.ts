import { chmodSync, linkSync, lstatSync, mkdirSync, unlinkSync } from 'node:fs';
import type { BytePath, FileSink, SourceEntry } from '../file-sink.ts';
import { localTarget } from '../names/local-name.ts';
import { removeTree } from './earlier-files.ts';
import { openStagedFile } from './open-staged-file.ts';
import { findMask, makePartialFolder } from './partial-place.ts';
import {
  admit,
  failsByName,
  hasParent,
  refuseEntry,
  refuseOtherRemains,
  stagedText,
  type Staged,
} from './staged.ts';
import { orWriteFailed, systemCode } from './write-failure.ts';
import { fileTime } from './write-file.ts';

/** The steps that receive entries. */
export type StagingSteps = Pick<
  FileSink,
  'hasFile' | 'addFolder' | 'addLink' | 'addHardLink' | 'openFile' | 'takeBack'
>;

/** Receives entries in the partial file or folder. The steps throw `write-failed`. */
export function receiveEntries(staged: Staged): StagingSteps {
  const named = <T>(entry: SourceEntry, step: () => T): T =>
    orWriteFailed({ path: stagedText(staged, entry.path), missingBytes: entry.size }, step);
  return {
    hasFile: (entry) => named(entry, () => hasFile(staged, entry)),
    addFolder: (entry) => {
      named(entry, () => addFolder(staged, entry));
      return undefined;
    },
    addLink: (entry, target) => {
      addLink(staged, entry, target);
      return undefined;
    },
    addHardLink: (entry, earlier) => named(entry, () => addHardLink(staged, entry, earlier)),
    openFile: (entry, from) => named(entry, () => openStagedFile(staged, entry, from)),
    takeBack: ({ path }) => {
      if (staged.made.get(path) !== 'file') return false;
      staged.made.delete(path);
      staged.earlier.set(path, { kind: 'file', size: 0, mode: 0, mtimeMs: NaN });
      return true;
    },
  };
}

/** A finished file has the size and the time of its source, to the second, which an unfinished one has not. */
function hasFile(staged: Staged, entry: SourceEntry): boolean {
  const { made, earlier, paths, isPreserved } = staged;
  const { path, size, mode } = entry;
  const found = earlier.get(path);
  if (found?.kind !== 'file' || made.has(path) || !hasParent(staged, path)) return false;
  if (found.size !== size || found.mtimeMs !== fileTime(entry) * 1000) return false;
  if (isPreserved && (found.mode & 0o7777) !== (mode & 0o777)) chmodSync(paths.at(path), mode & 0o777);
  earlier.delete(path);
  made.set(path, 'file');
  return true;
}

function addFolder(staged: Staged, entry: SourceEntry): void {
  const { made, earlier, folders, isPreserved } = staged;
  const { path } = entry;
  // A container may list a folder twice, and nothing is lost by that.
  if (made.get(path) === 'folder') return;
  const place = admit(staged, entry);
  if (place === undefined) return;
  let mode = isPreserved ? entry.mode & 0o777 : undefined;
  if (path === '') {
    refuseOtherRemains(staged, 'folder');
    makePartialFolder(staged.partial, staged.remains);
    mode ??= 0o777 & ~findMask(staged.partial);
  } else if (!makeFolder(staged, path, place)) {
    refuseEntry(staged, entry, 'name');
    return;
  }
  earlier.delete(path);
  made.set(path, 'folder');
  folders.set(path, { mode, mtime: fileTime(entry) });
}

/** Returns false if the system cannot have such a name. */
function makeFolder({ earlier, isPreserved }: Staged, path: BytePath, place: string | Buffer): boolean {
  const found = earlier.get(path);
  if (found?.kind === 'folder') return true;
  if (found?.kind === 'file') unlinkSync(place);
  try {
    mkdirSync(place, { mode: isPreserved ? 0o700 : 0o777 });
    return true;
  } catch (error) {
    if (failsByName(path, systemCode(error))) return false;
    throw error;
  }
}

function addLink(staged: Staged, entry: SourceEntry, target: BytePath): void {
  if (admit(staged, entry) === undefined) return;
  // The copied path itself leads to something beside the copy.
  if (entry.path === '') staged.refuse('', 'link-outside');
  else if (localTarget(target, staged.options.platform) === undefined) staged.refuse(entry.path, 'name');
  else {
    staged.made.set(entry.path, 'link');
    staged.links.set(entry.path, { target, mtime: fileTime(entry) });
  }
}

/** The codes for files that cannot have a second name, or not one more. */
const NO_HARD_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'EMLINK',
  'ENOTSUP',
  'ENOSYS',
  'EXDEV',
]);

function addHardLink(staged: Staged, entry: SourceEntry, earlier: BytePath): boolean {
  if (staged.made.get(earlier) !== 'file') return false;
  const place = admit(staged, entry);
  if (place === undefined) return true;
  removeEarlier(staged, entry.path);
  try {
    linkSync(staged.paths.at(earlier), place);
  } catch (error) {
    const code = systemCode(error);
    if (NO_HARD_LINKS.has(code)) return false;
    if (!failsByName(entry.path, code)) throw error;
    staged.refuse(entry.path, 'name');
    return true;
  }
  staged.made.set(entry.path, 'file');
  return true;
}

/** Makes room for another kind of entry. */
function removeEarlier({ earlier, paths }: Staged, path: BytePath): void {
  if (earlier.delete(path)) removeTree(paths, path);
}

/** An unfinished file; undefined if there is none that can become the file. */
export function findPart(
  { earlier, paths, made }: Staged,
  { path, size }: SourceEntry,
): { readonly bytes: number; readonly place: string | Buffer } | undefined {
  const found = earlier.get(path);
  if (found?.kind !== 'file' || made.has(path) || found.size === 0 || found.size > size) return undefined;
  return { bytes: found.size, place: paths.at(path) };
}

/** Ends the writing before everything came. Returns where it lies; undefined if nothing has come. */
export function abandonStaged({ writers, made, earlier, paths, partial }: Staged): string | undefined {
  for (const writer of writers) writer.leave();
  if (lstatSync(partial, { throwIfNoEntry: false }) === undefined) return undefined;
  const hasCome =
    [...made.values()].includes('file') ||
    [...earlier.values()].some(({ kind, size }) => kind === 'file' && size > 0);
  if (hasCome) return partial;
  removeTree(paths, '');
  return undefined;
}
