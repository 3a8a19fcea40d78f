import type { BytePath } from '../file-sink.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ASCII = /^[\0-\x7f]*$/;

/**
 * What Windows takes for something else than a name: separators, streams (`:`), wildcards, control characters, names of
 * devices, and a dot or blank at the end, which it drops.
 * See https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const NOT_ON_WINDOWS =
  /[\0-\x1f<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:[ .][^/]*)?(?:\/|$)/i;

/** The text of bytes that are UTF-8; undefined if they are not. */
export function utf8Text(path: BytePath): string | undefined {
  if (ASCII.test(path)) return path;
  try {
    return UTF8.decode(Buffer.from(path, 'latin1'));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * A safe path as this system's functions take it: bytes on Linux, whose names are bytes, and elsewhere text. Undefined if
 * the system cannot have such a name.
 */
export function localName(path: BytePath, platform: NodeJS.Platform): string | Buffer | undefined {
  if (ASCII.test(path)) return platform === 'win32' && NOT_ON_WINDOWS.test(path) ? undefined : path;
  if (platform === 'linux') return Buffer.from(path, 'latin1');
  const text = utf8Text(path);
  return text !== undefined && platform === 'win32' && NOT_ON_WINDOWS.test(text) ? undefined : text;
}

/** What is no byte of a path: `Buffer.from(…, 'latin1')` would turn U+012F into a slash. */
const NO_BYTES = /[\0\u0100-\uffff]/;
/** They lead to a folder, and are no names of one. */
const DOTS = /(^|\/)\.{1,2}(?=\/|$)/g;

/** The target of a link as this system's functions take it; undefined if the system cannot have such a link. */
export function localTarget(target: BytePath, platform: NodeJS.Platform): string | Buffer | undefined {
  if (target === '' || NO_BYTES.test(target)) return undefined;
  if (localName(target.replace(DOTS, '$1x'), platform) === undefined) return undefined;
  return platform === 'linux' ? Buffer.from(target, 'latin1') : utf8Text(target);
}
