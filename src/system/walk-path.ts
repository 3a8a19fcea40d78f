import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute, join, parse, sep } from 'node:path';

/** What to do for each part of a path. */
interface Walk {
  /** Checks a part before the next one, from the root on. Throws an Error to stop. */
  readonly judge: (path: string, stats: Stats, parent: Stats) => void;
  /** Called for a missing part; returns whether it exists now. */
  readonly onMissing: (path: string) => boolean;
}

/** Linux follows as many before ELOOP. */
const MOST_LINKS = 40;

/**
 * Walks down an absolute path, part by part and along links. Returns the path without links, or undefined if a part
 * is missing. Throws what `judge` throws, the system's errors, and an Error for a part that is not a folder.
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
