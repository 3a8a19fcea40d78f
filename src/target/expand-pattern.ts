import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** What is special in a pattern, and in plain text what is special in a regular expression. */
const SPECIAL = /\\(.)|\[(\^?)((?:\\.|[^\]\\])+)\]|([*?])|([.+^$(){}|[\]\\])/gs;

/** One name of a path as a regular expression, by the rules of Go's path/filepath.Match; undefined if nothing fits. */
function nameExpression(pattern: string): RegExp | undefined {
  const source = pattern.replaceAll(SPECIAL, (whole: string, ...groups: (string | undefined)[]) => {
    const [escaped, not = '', members, wild] = groups;
    if (members !== undefined) return `[${not}${members.replaceAll('[', String.raw`\[`)}]`;
    if (wild !== undefined) return wild === '*' ? '.*' : '.';
    return `\\${escaped ?? whole}`;
  });
  try {
    return new RegExp(`^${source}$`, 's');
  } catch {
    return undefined; // a range such as [z-a]
  }
}

function exists(location: string): Promise<boolean> {
  return stat(location).then(
    () => true,
    () => false,
  );
}

/** The names in a folder that fit a pattern, in order; none if it is no folder or must not be read. */
async function fittingNames(folder: string, pattern: string): Promise<readonly string[]> {
  const expression = nameExpression(pattern);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => expression?.test(name)).toSorted();
}

/**
 * The files and folders that a path of `-f` stands for: itself if there is such a one, else those that fit it as a
 * pattern with `*`, `?` and `[a-z]`, in order. Relative paths are looked up below `folder`.
 * See https://pkg.go.dev/path/filepath#Glob
 */
export async function expandPattern(pattern: string, folder: string): Promise<readonly string[]> {
  if (pattern === '') return [];
  if (await exists(path.resolve(folder, pattern))) return [pattern];
  let found: readonly string[] = [path.isAbsolute(pattern) ? '/' : ''];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    const inEach = found.map(async (parent) => {
      const names = /[*?[\\]/.test(part) ? await fittingNames(path.resolve(folder, parent), part) : [part];
      return names.map((name) => path.join(parent, name));
    });
    found = (await Promise.all(inEach)).flat();
  }
  const areThere = await Promise.all(found.map((one) => exists(path.resolve(folder, one))));
  return found.filter((_, index) => areThere[index]);
}
