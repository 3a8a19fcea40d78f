import { TAR_BLOCK } from '../../src/files/tar/tar-header.ts';

/** Offset and length of the fields of a header. See https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
const FIELD = { name: [0, 100], size: [124, 12], prefix: [345, 155] } as const;

/** Reads the files of a tar archive that npm made: path and bytes. Links and long names are not in there. */
export function readTar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + TAR_BLOCK <= archive.length;) {
    const name = textAt(archive, at, FIELD.name);
    if (name === '') break;
    const prefix = textAt(archive, at, FIELD.prefix);
    const size = Number.parseInt(textAt(archive, at, FIELD.size), 8);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    files.set(path, archive.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size));
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
  return files;
}

function textAt(archive: Buffer, header: number, [offset, length]: readonly [number, number]): string {
  const field = archive.subarray(header + offset, header + offset + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end).trim();
}
