import { ownedByOther } from './ownership.ts';
import { walkPath } from './walk-path.ts';

const OTHERS_MAY_WRITE = 0o002;

/**
 * Checks the absolute path of an output folder that the user named. Below a world-writable folder such as /tmp,
 * each part must belong to the user, to root or to the owner of that folder, as another user could have planted it.
 * Linux has the same rule for links (fs.protected_symlinks). Throws an Error that says why not.
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
