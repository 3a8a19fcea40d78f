import type { Stats } from 'node:fs';

/** The rights to write of the group and of all others, in the mode of a file or folder. */
export const MAY_WRITE = 0o022;

/** What is said of a file, folder or link that another user may change. */
export function ownedByOther(path: string, { uid }: Pick<Stats, 'uid'>): Error {
  return new Error(`${path} belongs to another user (uid ${uid})`);
}

/** What is said of a file or folder that its owner lets others change. */
export function writableByOthers(path: string): Error {
  return new Error(`others may write to ${path}`);
}
