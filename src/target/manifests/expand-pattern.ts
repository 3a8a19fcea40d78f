import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** An escaped character, a character class, a wildcard, or a plain character. */
const PIECE = /\\(.)|\[(\^?)((?:\\.|[^\]\\])+)\]|([*?])|(.)/gs;

/** Longer than any path. The bound matters: each unclosed `[` is searched for its end up to the end of the text. */
const MAX_PATTERN = 4096;

/** A test of one character of a name; `any` is any number of characters. */
type Piece = 'any' | ((character: string) => boolean);

/** The pieces of one name of a path, by the rules of Go's path/filepath.Match; undefined if no name can match. */
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

/** Whether a name matches. On a mismatch it is enough to let the last `*` take one more character. */
function matches(name: string, pieces: readonly Piece[]): boolean {
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

/** The names in a folder that match a pattern, sorted; none if it cannot be read. */
async function matchingNames(folder: string, pattern: string): Promise<readonly string[]> {
  const pieces = readPieces(pattern);
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => pieces !== undefined && matches(name, pieces)).toSorted();
}

/**
 * The files and folders of a path of `-f`: itself if it exists, else those that match it as a pattern with `*`, `?` and
 * `[a-z]`, sorted. Relative paths are below `folder`.
 * See https://pkg.go.dev/path/filepath#Glob
 */
export async function expandPattern(pattern: string, folder: string): Promise<readonly string[]> {
  if (pattern === '') return [];
  if (await exists(path.resolve(folder, pattern))) return [pattern];
  let found: readonly string[] = [path.isAbsolute(pattern) ? '/' : ''];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    const inEach = found.map(async (parent) => {
      const names = /[*?[\\]/.test(part) ? await matchingNames(path.resolve(folder, parent), part) : [part];
      return names.map((name) => path.join(parent, name));
    });
    found = (await Promise.all(inEach)).flat();
  }
  const areThere = await Promise.all(found.map((one) => exists(path.resolve(folder, one))));
  return found.filter((_, index) => areThere[index]);
}
