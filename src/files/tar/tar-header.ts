import type { BytePath } from '../file-sink.ts';

/** The kinds of entries, by the letter that the format has for them. */
const TYPES = { file: '0', 'hard-link': '1', link: '2', folder: '5' } as const;

/** What stands before the bytes of a file, or alone for what has none. */
export interface TarEntry {
  readonly kind: keyof typeof TYPES;
  readonly name: BytePath;
  /** Bytes that follow; 0 for all but files. */
  readonly size: number;
  readonly mode: number;
  /** Whole seconds since 1970. */
  readonly mtime: number;
  /** What a link leads to, or the earlier name of a hard link; empty for others. */
  readonly target: BytePath;
}

/** Everything in a tar stream takes a multiple of this. */
export const TAR_BLOCK = 512;
/** Names may take all of their field, but old programs want a NUL at the end. */
const LONGEST = 99;

/**
 * The header of an entry in GNU's format, for names of any bytes and length. tar-stream writes names as UTF-8, and long
 * ones in the pax format, whose names busybox's tar skips; GNU's format is read by GNU tar, busybox, bsdtar, Go and Python.
 * See https://www.gnu.org/software/tar/manual/html_node/Standard.html
 */
export function tarHeader(entry: TarEntry): Buffer {
  const name = entry.kind === 'folder' ? `${entry.name}/` : entry.name;
  return Buffer.concat([
    ...longText('K', entry.target),
    ...longText('L', name),
    block({ ...entry, name, type: TYPES[entry.kind] }),
  ]);
}

/** The zeros that fill the last block. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
}

/** A text that its field cannot hold stands before the header, as an entry of its own. */
function longText(type: 'K' | 'L', text: BytePath): readonly Buffer[] {
  if (text.length <= LONGEST) return [];
  const bytes = Buffer.from(`${text}\0`, 'latin1');
  const header = block({
    name: '././@LongLink',
    type,
    size: bytes.length,
    mode: 0o644,
    mtime: 0,
    target: '',
  });
  return [header, bytes, tarPadding(bytes.length)];
}

interface Fields extends Omit<TarEntry, 'kind'> {
  readonly type: string;
}

function block({ name, mode, size, mtime, type, target }: Fields): Buffer {
  const bytes = Buffer.alloc(TAR_BLOCK);
  bytes.write(name.slice(0, LONGEST), 0, 'latin1');
  writeNumber(bytes.subarray(100, 108), mode);
  writeNumber(bytes.subarray(108, 116), 0);
  writeNumber(bytes.subarray(116, 124), 0);
  writeNumber(bytes.subarray(124, 136), size);
  writeNumber(bytes.subarray(136, 148), mtime);
  // The sum is made as if its own field were blank.
  bytes.write(' '.repeat(8), 148, 'latin1');
  bytes.write(type, 156, 'latin1');
  bytes.write(target.slice(0, LONGEST), 157, 'latin1');
  bytes.write('ustar  \0', 257, 'latin1');
  let sum = 0;
  for (const byte of bytes) sum += byte;
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

/** Octal digits and a NUL; what does not fit, or is negative, in two's complement, marked by the highest bit. */
function writeNumber(field: Buffer, value: number): void {
  const digits = value.toString(8);
  if (value >= 0 && digits.length < field.length) {
    field.write(`${digits.padStart(field.length - 1, '0')}\0`, 'latin1');
    return;
  }
  let rest = BigInt(value);
  for (let index = field.length - 1; index >= 0; index -= 1) {
    field[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  field[0] = (field[0] ?? 0) | 0x80;
}
