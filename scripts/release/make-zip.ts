import { crc32, deflateRawSync } from 'node:zlib';
import { sorted, type ArchiveFile } from './archive-file.ts';

const SIGNATURE = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const;
/** Deflate needs version 2.0 of the format. */
const VERSION = 20;
/** Made by a Unix, so that unzip sets the modes. */
const MADE_BY_UNIX = (3 << 8) | VERSION;
const DEFLATED = 8;
const UTF8_NAMES = 1 << 11;

/**
 * A .zip: the same bytes for the same files and the same zlib. `mtime` is for all files, in seconds since
 * 1970 and not before 1980. See https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function makeZip(files: readonly ArchiveFile[], mtime: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of sorted(files)) {
    const packed = deflateRawSync(file.bytes);
    const name = Buffer.from(file.path);
    const common = Buffer.concat([
      number(2, VERSION),
      number(2, UTF8_NAMES),
      number(2, DEFLATED),
      dosTime(mtime),
      number(4, crc32(file.bytes)),
      number(4, packed.length),
      number(4, file.bytes.length),
      number(2, name.length),
      number(2, 0), // no extra field
    ]);
    const local = Buffer.concat([number(4, SIGNATURE.file), common, name]);
    locals.push(local, packed);
    directory.push(
      Buffer.concat([
        number(4, SIGNATURE.directory),
        number(2, MADE_BY_UNIX),
        common,
        Buffer.alloc(6), // no comment, the first disk, no text
        number(4, ((file.isExecutable === true ? 0o100755 : 0o100644) << 16) >>> 0),
        number(4, offset),
        name,
      ]),
    );
    offset += local.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.concat([
    number(4, SIGNATURE.end),
    Buffer.alloc(4), // one disk
    number(2, directory.length),
    number(2, directory.length),
    number(4, listed.length),
    number(4, offset),
    number(2, 0),
  ]);
  return Buffer.concat([...locals, listed, end]);
}

/** In UTC, with a precision of two seconds. */
function dosTime(mtime: number): Buffer {
  const date = new Date(mtime * 1000);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return Buffer.concat([number(2, time), number(2, day)]);
}

function number(length: 2 | 4, value: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
}
