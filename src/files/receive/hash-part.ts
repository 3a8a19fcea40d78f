import { createHash, type Hash } from 'node:crypto';
import { constants, type PathLike } from 'node:fs';
import { open } from 'node:fs/promises';
import { writeFailure } from './write-failure.ts';

/** Large enough that reading it takes longer than asking for it. */
const PIECE = 1024 * 1024;

/** The sha256 of the first bytes of a file, to which more can be added. Throws `write-failed` if it cannot be read. */
export async function hashPart(place: PathLike, bytes: number): Promise<Hash> {
  try {
    const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const hash = createHash('sha256');
      const piece = Buffer.allocUnsafe(Math.min(PIECE, Math.max(bytes, 1)));
      for (let at = 0; at < bytes;) {
        const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, bytes - at), at);
        if (bytesRead === 0) break;
        hash.update(piece.subarray(0, bytesRead));
        at += bytesRead;
      }
      return hash;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeFailure(error, { path: place.toString() });
  }
}
