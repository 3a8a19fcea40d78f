import type { BytePath } from '../file-sink.ts';

/**
 * Finds an empty component, `.` or `..`, NUL, and what is no byte: `Buffer.from(…, 'latin1')` would turn U+012F into a
 * slash.
 */
const UNSAFE = /(?:^|\/)\.{0,2}(?:\/|$)|[\0\u0100-\uffff]/;

/**
 * Whether a path from a container stays below the folder that it is relative to, as far as its text tells: a link on the
 * way can still lead elsewhere. The empty path, which names that folder itself, is safe.
 */
export function safePath(path: BytePath): boolean {
  return path === '' || !UNSAFE.test(path);
}

/** The path of the folder of an entry; empty for the entries of the copied folder itself. */
export function parentPath(path: BytePath): BytePath {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** The path of a name in a folder. */
export function childPath(folder: BytePath, name: BytePath): BytePath {
  return folder === '' ? name : `${folder}/${name}`;
}
