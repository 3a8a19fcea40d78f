import { lstatSync, renameSync, type Stats } from 'node:fs';
import type { BytePath, Refusal } from '../file-sink.ts';
import { childPath, parentPath } from '../names/safe-path.ts';
import { namesIn } from './earlier-files.ts';
import type { LocalPaths } from './local-paths.ts';
import type { Staged } from './staged.ts';

/**
 * Moves what came into a folder that exists, as `cp -r` does: a file replaces a file, a link replaces a link or a file,
 * and what would go through a link, or replace something of another kind, is refused. Each move is one step.
 *
 * Returns which folders are new there. Throws the system's errors.
 */
export function mergeFolder(staged: Staged, target: LocalPaths): (folder: BytePath) => boolean {
  const { paths } = staged;
  const existing = new Set<BytePath>(['']);
  const refused = new Set<BytePath>();
  const merge = (folder: BytePath): void => {
    for (const name of namesIn(paths, folder)) {
      const path = childPath(folder, name);
      const there = lstatSync(target.at(path), { throwIfNoEntry: false });
      const why = there && judge(lstatSync(paths.at(path)), there);
      if (why === 'both-folders') {
        existing.add(path);
        merge(path);
      } else if (why !== undefined) {
        refused.add(path);
        staged.refuse(path, why);
      } else renameSync(paths.at(path), target.at(path));
    }
  };
  merge('');
  return (folder) => !existing.has(folder) && !liesIn(folder, refused);
}

/** Whether what came can replace what is there: undefined if it can. */
function judge(came: Stats, there: Stats): Refusal | 'both-folders' | undefined {
  if (there.isSymbolicLink()) return came.isSymbolicLink() ? undefined : 'link-in-the-way';
  if (there.isDirectory()) return came.isDirectory() ? 'both-folders' : 'in-the-way';
  return there.isFile() && !came.isDirectory() ? undefined : 'in-the-way';
}

function liesIn(path: BytePath, folders: ReadonlySet<BytePath>): boolean {
  if (folders.size === 0) return false;
  for (let one = path; one !== ''; one = parentPath(one)) if (folders.has(one)) return true;
  return false;
}
