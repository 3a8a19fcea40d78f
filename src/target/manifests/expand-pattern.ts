import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** An escaped character, a class of them, a wildcard, or a character that stands for itself. */
const PIECE = /\\(.)|\[(\^?)((?:\\.|[^\]\\])+)\]|([*?])|(.)/gs;

/** Longer than any path; each `[` that nothing closes is looked behind to the end. */
const MAX_PATTERN = 4096;

/** What one character of a name has to be; `any` stands for any number of them. */
type Piece = 'any' | ((character: string) => boolean);

/** One name of a path, by the rules of Go's path/filepath.Match; undefined if nothing fits. */
function readPieces(pattern: string): readonly Piece[] | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  try {
    return Array.from(pattern.matchAll(PIECE), readPiece);
  } catch {
    return undefined; // a range such as [z-a]
  }
}

function readPiece([, escaped, not = '', members, wild, plain]: RegExpMatchArray): Piece {
  if (wild === '*') return 'any';
  if (wild !== undefined) return () => true;
  if (members === undefined) return (character) => character === (escaped ?? plain);
  const oneOf = new RegExp(`^[${not}${members.replaceAll('[', String.raw`\[`)}]$`, 's');
  return (character) => oneOf.test(character);
}

/** Where a name stops to fit, only the last `*` has to take one character more: no other way could fit either. */
function fits(name: string, pieces: readonly Piece[]): boolean {
  let at = 0;
  let next = 0;
  let star: { next: number; at: number } | undefined;
  while (at < name.length) {
    const piece = pieces[next];
    if (piece === 'any') {
      next += 1;
      star = { next, at };
    } else if (piece?.(name.charAt(at)) === true) {
      next += 1;
      at += 1;
    } else if (star === undefined) return false;
    else {
      star.at += 1;
      ({ next, at } = star);
    }
  }
  return pieces.slice(next).every((piece) => piece === 'any');
}

function exists(location: string): Promise<boolean> {
  return stat(location).then(
    () => true,
    () => false,
  );
}

/** The names in a folder that fit a pattern, in order; none if it is no folder or must not be read. */
async function fittingNames(folder: string, pattern: string): Promise<readonly string[]> {
  const pieces = readPieces(pattern);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pieces !== undefined && fits(name, pieces)).toSorted();
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
