import { chmodSync, lstatSync, lutimesSync, renameSync, symlinkSync, utimesSync } from 'node:fs';
import { CliError } from '../../errors/cli-error.ts';
import type { BytePath } from '../file-sink.ts';
import { linkLeadsOut } from '../names/link-leads-out.ts';
import { localTarget } from '../names/local-name.ts';
import { removeTree } from './earlier-files.ts';
import { localPaths, type LocalPaths } from './local-paths.ts';
import { mergeFolder } from './merge-folder.ts';
import type { Staged } from './staged.ts';
import { systemCode } from './write-failure.ts';

/** Gives what came its name, and removes the rest. Throws `write-failed`, and the system's errors. */
export function commitTree(staged: Staged, destination: string): void {
  const { paths, made, partial } = staged;
  const target = localPaths(destination, paths.platform);
  for (const path of staged.earlier.keys()) removeTree(paths, path);
  if (!staged.isPreserved) forgetTimes(staged);
  if (made.get('') === 'file') {
    refuseOther(destination, 'file');
    renameSync(partial, destination);
  } else if (made.get('') === 'folder') commitFolder(staged, target);
}

/** Throws if the destination is of another kind. Returns whether it exists. */
function refuseOther(destination: string, kind: 'file' | 'folder'): boolean {
  const stats = lstatSync(destination, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (kind === 'file' ? stats.isFile() : stats.isDirectory()) return true;
  throw new CliError('write-failed', `cannot write ${destination}: a ${kind} was copied, and this is none`, {
    hint: 'name another destination',
  });
}

/** A finished file got the time of its source, as the sign that it is finished. */
function forgetTimes({ made, paths, options }: Staged): void {
  const now = options.now();
  for (const [path, kind] of made) if (kind === 'file') utimesSync(paths.at(path), now, now);
}

function commitFolder(staged: Staged, target: LocalPaths): void {
  const { paths, partial } = staged;
  const isNew = !refuseOther(target.root, 'folder');
  makeLinks(staged, isNew ? undefined : target);
  if (isNew) {
    settleFolders(staged, paths, (path) => path !== '');
    renameSync(partial, target.root);
    // Only the owner of a folder that may be changed can move it.
    settleFolders(staged, target, (path) => path === '');
    return;
  }
  const isMoved = mergeFolder(staged, target);
  settleFolders(staged, target, isMoved);
  removeTree(paths, '');
}

/** Gives folders their permissions and times, the innermost first: after that, nothing may be changed in one. */
function settleFolders(
  { folders, isPreserved }: Staged,
  paths: LocalPaths,
  isMeant: (path: BytePath) => boolean,
): void {
  for (const [path, { mode, mtime }] of [...folders].reverse()) {
    if (!isMeant(path)) continue;
    const place = paths.at(path);
    if (isPreserved) utimesSync(place, mtime, mtime);
    if (mode !== undefined) chmodSync(place, mode);
  }
}

/** Makes the links, when no file is written any more that could go through one. */
function makeLinks(staged: Staged, existing: LocalPaths | undefined): void {
  const { links, made, paths } = staged;
  const linkAt = (path: BytePath) => links.get(path)?.target;
  const isFolder = (path: BytePath): boolean =>
    path === '' || (made.get(path) === 'folder' && (existing === undefined || isOpen(existing, path)));
  for (const [path, { target, mtime }] of links) {
    if (linkLeadsOut({ path, target }, { linkAt, isFolder })) {
      made.delete(path);
      staged.refuse(path, 'link-outside');
    } else if (makeLink(staged, path, target)) {
      if (staged.isPreserved) lutimesSync(paths.at(path), mtime, mtime);
    } else {
      made.delete(path);
      staged.refuse(path, 'name');
    }
  }
}

/** Whether a folder can be put there, or is there. */
function isOpen(existing: LocalPaths, path: BytePath): boolean {
  const stats = lstatSync(existing.at(path), { throwIfNoEntry: false });
  return stats === undefined || stats.isDirectory();
}

/** Windows lets only some users make links. */
const NO_LINK: ReadonlySet<string | undefined> = new Set([
  'EEXIST',
  'ENAMETOOLONG',
  'EPERM',
  'EINVAL',
  'EILSEQ',
]);

/** Returns false if the system cannot have such a link. */
function makeLink({ paths }: Staged, path: BytePath, target: BytePath): boolean {
  const local = localTarget(target, paths.platform);
  if (local === undefined) return false;
  try {
    symlinkSync(local, paths.at(path));
    return true;
  } catch (error) {
    if (NO_LINK.has(systemCode(error))) return false;
    throw error;
  }
}
