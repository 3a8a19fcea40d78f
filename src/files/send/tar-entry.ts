import type { BytePath } from '../file-sink.ts';

/** What a header of a tar stream says. */
export interface TarEntry {
  readonly name: BytePath;
  readonly kind: 'file' | 'folder' | 'link';
  readonly size: number;
  readonly mode: number;
  readonly mtime: number;
  readonly target?: BytePath | undefined;
}

export const TAR_BLOCK_BYTES = 512;
/** Two blocks of zeros end a tar stream. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK_BYTES);

const NAME_BYTES = 100;
const TYPES = { file: '0', folder: '5', link: '2' } as const;
const LONG_NAME = 'L';
const LONG_TARGET = 'K';

/**
 * The headers of an entry, in the GNU format: its names are bytes, and busybox's tar, which skips the headers of pax, reads
 * its long names. A library that takes names as text cannot write either.
 * See https://www.gnu.org/software/tar/manual/html_node/Standard.html
 */
export function tarHeader({ name, kind, size, mode, mtime, target = '' }: TarEntry): Buffer {
  const full = kind === 'folder' ? `${name}/` : name;
  return Buffer.concat([
    ...longText(LONG_TARGET, target),
    ...longText(LONG_NAME, full),
    block({ name: full, type: TYPES[kind], size, mode, mtime, target }),
  ]);
}

/** The zeros that fill the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES);
}

function longText(type: string, text: BytePath): readonly Buffer[] {
  if (text.length <= NAME_BYTES) return [];
  const bytes = Buffer.from(`${text}\0`, 'latin1');
  const size = bytes.length;
  const header = block({ name: '././@LongLink', type, size, mode: 0o644, mtime: 0, target: '' });
  return [header, bytes, tarPadding(size)];
}

interface Block extends Omit<TarEntry, 'kind' | 'target'> {
  readonly type: string;
  readonly target: BytePath;
}

function block({ name, type, size, mode, mtime, target }: Block): Buffer {
  const bytes = Buffer.alloc(TAR_BLOCK_BYTES);
  bytes.write(name.slice(0, NAME_BYTES), 0, 'latin1');
  bytes.write(octal(mode, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  writeNumber(bytes, 124, size);
  writeNumber(bytes, 136, Math.max(mtime, 0));
  bytes.fill(' ', 148, 156);
  bytes.write(type, 156);
  bytes.write(target.slice(0, NAME_BYTES), 157, 'latin1');
  bytes.write('ustar  ', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 6)}\0 `, 148);
  return bytes;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/** A number that eleven octal digits cannot hold is written in base 256. */
function writeNumber(bytes: Buffer, at: number, value: number): void {
  if (value < 8 ** 11) bytes.write(octal(value, 11), at);
  else {
    bytes[at] = 0x80;
    bytes.writeUIntBE(value, at + 6, 6);
  }
}
