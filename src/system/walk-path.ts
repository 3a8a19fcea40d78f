import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute, join, parse, sep } from 'node:path';

/** What is done on the way down a path. */
export interface Walk {
  /** Looks at a part before anything below it is looked at, the root first; throws an Error that says why to stop. */
  readonly judge: (path: string, stats: Stats, parent: Stats) => void;
  /** For a part that is not there; returns whether it is now. */
  readonly onMissing: (path: string) => boolean;
}

/** As many as Linux follows before it says ELOOP. */
const MOST_LINKS = 40;

/**
 * Goes down an absolute path to a folder, part by part and along links, and returns it without links, or undefined where it
 * is missing. Throws what `judge` throws, the system's errors, and an Error where a part is no folder.
 */
export function walkPath(path: string, { judge, onMissing }: Walk): string | undefined {
  const { root } = parse(path);
  const parts = path.slice(root.length).split(sep);
  let links = 0;
  let place = root;
  let parent = lstatSync(root);
  judge(root, parent, parent);
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const next = join(place, part);
    const stats = statsOf(next) ?? (onMissing(next) ? lstatSync(next) : undefined);
    if (stats === undefined) return undefined;
    judge(next, stats, parent);
    if (stats.isSymbolicLink()) {
      if ((links += 1) > MOST_LINKS) throw new Error(`${path} has too many links`);
      const target = readlinkSync(next);
      parts.unshift(...target.split(sep));
      if (isAbsolute(target)) place = root;
    } else {
      if (!stats.isDirectory()) throw new Error(`${next} is not a folder`);
      place = next;
    }
    parent = lstatSync(place);
  }
  return place;
}

function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
