import { createHash } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Io } from '../../io.ts';
import {
  cacheFolder,
  findOwnFolder,
  makeOwnFolder,
  type FolderOwner,
  type OwnFolder,
} from '../../system/own-folder.ts';

/** An image that has no shell for the envelope of commands. */
export interface Obstacle {
  readonly image: string;
  readonly shell: string;
}

type Place = FolderOwner & Pick<Io, 'now'>;

/** An image may get a shell: what is older is found out anew. In milliseconds. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Remembers an obstacle, so that the next call does without. What cannot be written costs that call a second container. */
export async function rememberObstacle(io: Place, obstacle: Obstacle): Promise<void> {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    const file = join(makeOwnFolder(folder, io.userId), nameOf(obstacle));
    await writeFile(file, '', { mode: 0o600 });
    await utimes(file, io.now(), io.now());
  } catch {
    // It is found out once more next time.
  }
}

/** Whether an obstacle is remembered. Never throws. */
export async function hasObstacle(io: Place, obstacle: Obstacle): Promise<boolean> {
  const folder = folderOf(io);
  if (folder === undefined) return false;
  try {
    const path = findOwnFolder(folder, io.userId);
    if (path === undefined) return false;
    const { mtimeMs } = await stat(join(path, nameOf(obstacle)));
    return io.now().getTime() - mtimeMs < KEPT_MS;
  } catch {
    return false; // nothing is remembered, or what is may come from somebody else
  }
}

const folderOf = (io: Place): OwnFolder | undefined => cacheFolder(io, 'obstacles');

/** The name of the empty file of an obstacle; names of images are no names of files. */
function nameOf({ image, shell }: Obstacle): string {
  const digest = createHash('sha256').update(`${image} ${shell}`).digest('hex').slice(0, 32);
  return `no-shell-${digest}`;
}
