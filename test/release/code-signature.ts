import { createHash } from 'node:crypto';

const SIGNATURE_COMMAND = 0x1d;

/**
 * How a program for macOS is signed: by nobody, or ad hoc, which is all that Apple silicon wants. Throws for any other
 * signature, and if a page of the file has another hash than the signature says.
 * See https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/kern/cs_blobs.h
 */
export function signatureOf(program: Buffer): 'none' | 'ad hoc' {
  const start = signatureStart(program);
  if (start === undefined) return 'none';
  const directory = program.subarray(start + program.readUInt32BE(start + 16));
  const [flags, hashes, count, limit] = [12, 16, 28, 32].map((at) => directory.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const size = directory.readUInt8(36);
  const pageSize = 2 ** directory.readUInt8(39);
  if ((flags & 2) === 0) throw new Error('not signed ad hoc');
  if (limit !== start || count !== Math.ceil(limit / pageSize)) throw new Error('not all pages are signed');
  for (let page = 0; page < count; page += 1) {
    const bytes = program.subarray(page * pageSize, Math.min((page + 1) * pageSize, limit));
    const at = hashes + page * size;
    if (
      !createHash('sha256')
        .update(bytes)
        .digest()
        .equals(directory.subarray(at, at + size))
    )
      throw new Error(`page ${page} has another hash`);
  }
  return 'ad hoc';
}

function signatureStart(program: Buffer): number | undefined {
  let at = 32;
  for (let rest = program.readUInt32LE(16); rest > 0; rest -= 1) {
    if (program.readUInt32LE(at) === SIGNATURE_COMMAND) return program.readUInt32LE(at + 8);
    at += program.readUInt32LE(at + 4);
  }
  return undefined;
}
