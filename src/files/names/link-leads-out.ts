import type { BytePath } from '../file-sink.ts';
import { childPath, parentPath } from './safe-path.ts';

/** A symbolic link of a container. */
export interface NamedLink {
  /** Where it lies; its folders are real ones. */
  readonly path: BytePath;
  readonly target: BytePath;
}

/** What the copy will hold. */
export interface CopiedTree {
  /** The target of a link of the copy; undefined if there is no link of this path. */
  readonly linkAt: (path: BytePath) => BytePath | undefined;
  /** Whether the path is a real folder, and no link, where the link will lie. */
  readonly isFolder: (path: BytePath) => boolean;
}

/** Linux follows as many before ELOOP. */
const MOST_LINKS = 40;

/**
 * Whether a link leads out of the copied tree, by itself or over other links of it. A link that leads in a circle counts
 * as one that does.
 *
 * Goes up only from real folders: what is no folder of the copy may be a link under another name where upper and lower
 * case are the same, or one that the destination had before.
 */
export function linkLeadsOut({ path, target }: NamedLink, { linkAt, isFolder }: CopiedTree): boolean {
  // The copied folder itself lies in a folder that is not part of the copy.
  if (path === '') return true;
  let place = parentPath(path);
  let links = 0;
  const names: BytePath[] = [];
  const follow = (next: BytePath): boolean => {
    names.push(...next.split('/').filter(isName).reverse());
    return (links += 1) <= MOST_LINKS && !next.startsWith('/');
  };
  if (!follow(target)) return true;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === '..') {
      if (place === '' || !isFolder(place)) return true;
      place = parentPath(place);
    } else {
      const further = linkAt(childPath(place, name));
      if (further === undefined) place = childPath(place, name);
      else if (!follow(further)) return true;
    }
  }
  return false;
}

function isName(part: BytePath): boolean {
  return part !== '' && part !== '.';
}
