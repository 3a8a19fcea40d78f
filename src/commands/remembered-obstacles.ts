import { createHash } from 'node:crypto';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';

/** What keeps the envelope of commands from running, and where. */
export type Obstacle =
  | { readonly obstacle: 'no-shell'; readonly image: string; readonly shell: string }
  | { readonly obstacle: 'no-attach'; readonly cluster: Pick<Cluster, 'server' | 'namespace'> };

type Place = Pick<Io, 'env' | 'homeDirectory' | 'now'>;

const HOUR_MS = 60 * 60 * 1000;
/** An image may get a shell, and a user rights: what is older is found out anew. In milliseconds. */
const KEPT_MS = { 'no-shell': 7 * 24 * HOUR_MS, 'no-attach': HOUR_MS };

/** Remembers an obstacle, so that the next call does without. What cannot be written costs that call a second container. */
export async function rememberObstacle(io: Place, obstacle: Obstacle): Promise<void> {
  const file = fileOf(io, obstacle);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, '', { mode: 0o600 });
    await utimes(file, io.now(), io.now());
  } catch {
    // It is found out once more next time.
  }
}

/** Whether an obstacle is remembered. Never throws. */
export async function hasObstacle(io: Place, obstacle: Obstacle): Promise<boolean> {
  const found = await stat(fileOf(io, obstacle)).catch(() => undefined); // nothing is remembered
  return found !== undefined && io.now().getTime() - found.mtimeMs < KEPT_MS[obstacle.obstacle];
}

/** An empty file of an obstacle; names of images and servers are no names of files. */
function fileOf({ env, homeDirectory }: Place, obstacle: Obstacle): string {
  const cache = env['XDG_CACHE_HOME'] ?? '';
  const folder = path.isAbsolute(cache) ? cache : path.join(homeDirectory, '.cache');
  const what =
    obstacle.obstacle === 'no-shell'
      ? `${obstacle.image} ${obstacle.shell}`
      : `${obstacle.cluster.server} ${obstacle.cluster.namespace}`;
  const digest = createHash('sha256').update(what).digest('hex').slice(0, 32);
  return path.join(folder, 'kubectl-debug', 'obstacles', `${obstacle.obstacle}-${digest}`);
}
