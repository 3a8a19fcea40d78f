import type { BytePath, SourceEntry } from '../file-sink.ts';

/** A line of the list of files. */
export interface ListedFile extends Omit<SourceEntry, 'kind'> {
  readonly kind: SourceEntry['kind'] | 'special';
  /** Whether most of it has no blocks on the disk. */
  readonly sparse: boolean;
  /** Equal for the names of one file; undefined for a file with one name. */
  readonly inode: string | undefined;
}

const KINDS: Readonly<Record<number, ListedFile['kind']>> = {
  0o040000: 'folder',
  0o100000: 'file',
  0o120000: 'link',
};
const TYPE_BITS = 0o170000;
const BLOCK_BYTES = 512;
const LEAST_SPARSE_BYTES = 1024 * 1024;

const FIELDS = /^([0-9a-f]+) (\d+) (\d+) (-?\d+) (\d+) (\S+) (\.(?:\/[^]*)?)$/;

/** Reads a line of `LIST_SCRIPT` without its nonce; undefined for one that is not understood. */
export function readListedFile(text: string): ListedFile | undefined {
  const [, modeText = '', sizeText, blocksText, timeText, linksText, inode, name] = FIELDS.exec(text) ?? [];
  if (name === undefined) return undefined;
  const mode = Number.parseInt(modeText, 16);
  const size = Number(sizeText);
  const kind = KINDS[mode & TYPE_BITS] ?? 'special';
  return {
    path: pathOf(name),
    kind,
    size,
    mode: mode & 0o7777,
    mtime: Number(timeText),
    sparse: kind === 'file' && size >= LEAST_SPARSE_BYTES && Number(blocksText) * BLOCK_BYTES < size / 2,
    inode: kind === 'file' && Number(linksText) > 1 ? inode : undefined,
  };
}

/** `.` and `./a/b`, as `find` prints them. */
function pathOf(name: string): BytePath {
  return name.slice(2);
}

/** The name of a listed file for our scripts. */
export function nameInFolder(path: BytePath): BytePath {
  return path === '' ? '.' : `./${path}`;
}

/** Divides the output of `LIST_SCRIPT` into files. A name may contain line breaks, but not the nonce. */
export function readList(nonce: string, onFile: (file: ListedFile) => void) {
  const start = `${nonce} `;
  const between = `\n${start}`;
  let held = '';
  const take = (text: string): void => {
    const file = readListedFile(text);
    if (file !== undefined) onFile(file);
  };
  return {
    read: (bytes: Buffer): undefined => {
      const parts = (held + bytes.toString('latin1')).split(between);
      held = parts.pop() ?? '';
      parts.forEach((part, index) =>
        take(index === 0 && part.startsWith(start) ? part.slice(start.length) : part),
      );
      if (parts.length > 0) held = `${start}${held}`;
      return undefined;
    },
    end: (): void => {
      if (held.startsWith(start)) take(held.slice(start.length).replace(/\n$/, ''));
    },
  };
}
