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

/** An image without the shell that an envelope needs. */
export interface Obstacle {
  readonly image: string;
  readonly shell: string;
}

type Place = FolderOwner & Pick<Io, 'now'>;

/** How long an obstacle is remembered, in milliseconds: a later version of the image may have a shell. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Remembers an obstacle for the next call. If it cannot be written, that call adds a second container. */
export async function rememberObstacle(io: Place, obstacle: Obstacle): Promise<void> {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    const file = join(makeOwnFolder(folder, io.userId), nameOf(obstacle));
    await writeFile(file, '', { mode: 0o600 });
    await utimes(file, io.now(), io.now());
  } catch {
    // The next call finds it out again.
  }
}

/** Whether an obstacle is remembered. Never rejects. */
export async function hasObstacle(io: Place, obstacle: Obstacle): Promise<boolean> {
  const folder = folderOf(io);
  if (folder === undefined) return false;
  try {
    const path = findOwnFolder(folder, io.userId);
    if (path === undefined) return false;
    const { mtimeMs } = await stat(join(path, nameOf(obstacle)));
    return io.now().getTime() - mtimeMs < KEPT_MS;
  } catch {
    return false; // there is no such file, or somebody else may have written it
  }
}

const folderOf = (io: Place): OwnFolder | undefined => cacheFolder(io, 'obstacles');

/** The name of the empty file of an obstacle: a hash, as the name of an image cannot be a file name. */
function nameOf({ image, shell }: Obstacle): string {
  const digest = createHash('sha256').update(`${image} ${shell}`).digest('hex').slice(0, 32);
  return `no-shell-${digest}`;
}
