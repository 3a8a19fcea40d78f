/** Reads the files of a tar archive that npm made: path and bytes. Links and long names are not in there. */
export function readTar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + 512 <= archive.length;) {
    const name = textAt(archive, at, 100);
    if (name === '') break;
    const prefix = textAt(archive, at + 345, 155);
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8);
    const path = prefix === '' ? name : `${prefix}/${name}`;
    files.set(path, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

function textAt(archive: Buffer, from: number, length: number): string {
  const field = archive.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end).trim();
}
