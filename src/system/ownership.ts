import type { Stats } from 'node:fs';

/** The mode bits that let the group and others write. */
export const MAY_WRITE = 0o022;

/** The error for a file, folder or link of another user. */
export function ownedByOther(path: string, { uid }: Pick<Stats, 'uid'>): Error {
  return new Error(`${path} belongs to another user (uid ${uid})`);
}

/** The error for a file or folder that others may change. */
export function writableByOthers(path: string): Error {
  return new Error(`others may write to ${path}`);
}
