import { ownedByOther } from './ownership.ts';
import { walkPath } from './walk-path.ts';

const OTHERS_MAY_WRITE = 0o002;

/**
 * Looks at a folder that the user named for output, given as an absolute path. Their own word counts, but for what somebody else may
 * have put in its way: in a folder that everybody may write to, as /tmp, each part has to be theirs, root's, or of the owner of
 * that folder. So Linux does for links and files there (fs.protected_symlinks). Throws an Error that says why not.
 */
export function refuseTrap(folder: string, userId: number | undefined): void {
  if (userId === undefined) return;
  walkPath(folder, {
    judge: (path, stats, parent) => {
      if ((parent.mode & OTHERS_MAY_WRITE) === 0) return;
      if (![userId, 0, parent.uid].includes(stats.uid)) throw ownedByOther(path, stats);
    },
    onMissing: () => false,
  });
}
