import { createHash } from 'node:crypto';
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';
import {
  cacheFolder,
  findOwnFolder,
  makeOwnFolder,
  type FolderOwner,
  type OwnFolder,
} from '../system/own-folder.ts';

/** What keeps the envelope of commands from running, and where. */
export type Obstacle =
  | { readonly obstacle: 'no-shell'; readonly image: string; readonly shell: string }
  | { readonly obstacle: 'no-attach'; readonly cluster: Pick<Cluster, 'server' | 'namespace'> };

type Place = FolderOwner & Pick<Io, 'now'>;

const HOUR_MS = 60 * 60 * 1000;
/** An image may get a shell, and a user rights: what is older is found out anew. In milliseconds. */
const KEPT_MS = { 'no-shell': 7 * 24 * HOUR_MS, 'no-attach': HOUR_MS };

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
    return io.now().getTime() - mtimeMs < KEPT_MS[obstacle.obstacle];
  } catch {
    return false; // nothing is remembered, or what is may come from somebody else
  }
}

const folderOf = (io: Place): OwnFolder | undefined => cacheFolder(io, 'obstacles');

/** The name of the empty file of an obstacle; names of images and servers are no names of files. */
function nameOf(obstacle: Obstacle): string {
  const what =
    obstacle.obstacle === 'no-shell'
      ? `${obstacle.image} ${obstacle.shell}`
      : `${obstacle.cluster.server} ${obstacle.cluster.namespace}`;
  const digest = createHash('sha256').update(what).digest('hex').slice(0, 32);
  return `${obstacle.obstacle}-${digest}`;
}
