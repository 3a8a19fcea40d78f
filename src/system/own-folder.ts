import { mkdirSync, type Stats } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { MAY_WRITE, ownedByOther, writableByOthers } from './ownership.ts';
import { walkPath } from './walk-path.ts';

/** What the user's folders depend on. */
export interface FolderOwner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; undefined if the user has none. */
  readonly homeDirectory: string | undefined;
  /** The effective uid; undefined on Windows, which protects the users' folders itself. */
  readonly userId: number | undefined;
  readonly platform: NodeJS.Platform;
}

/** A folder of this program below one that many programs share. */
export interface OwnFolder {
  /** Absolute. */
  readonly base: string;
  /** The folders below the base. */
  readonly names: readonly string[];
  /** Whether this program runs in a pod. Then the volumes that it sees are only for the containers of the pod. */
  readonly isInPod?: boolean;
}

const STICKY = 0o1000;

/**
 * The folder for files that can be made again; undefined if the user has none. Ignores relative paths, see
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function cacheFolder(owner: Omit<FolderOwner, 'userId'>, name: string): OwnFolder | undefined {
  const { env, platform } = owner;
  if (platform === 'win32') return ownFolder(owner, absolute(env['LOCALAPPDATA']), name);
  if (platform === 'darwin') return ownFolder(owner, belowHome(owner, 'Library', 'Caches'), name);
  return ownFolder(owner, absolute(env['XDG_CACHE_HOME']) ?? belowHome(owner, '.cache'), name);
}

/** The folder for files that outlive a restart; undefined if the user has none. See `cacheFolder`. */
export function stateFolder(owner: Omit<FolderOwner, 'userId'>, name: string): OwnFolder | undefined {
  if (owner.platform === 'win32') return ownFolder(owner, absolute(owner.env['LOCALAPPDATA']), name);
  return ownFolder(owner, absolute(owner.env['XDG_STATE_HOME']) ?? belowHome(owner, '.local', 'state'), name);
}

function ownFolder(
  { env }: Pick<FolderOwner, 'env'>,
  base: string | undefined,
  name: string,
): OwnFolder | undefined {
  // The kubelet sets it in each container; see also `readServiceAccount`.
  const isInPod = (env['KUBERNETES_SERVICE_HOST'] ?? '') !== '';
  return base === undefined ? undefined : { base, names: ['kubectl-debug', name], isInPod };
}

function belowHome(
  { homeDirectory }: Pick<FolderOwner, 'homeDirectory'>,
  ...names: string[]
): string | undefined {
  return homeDirectory === undefined ? undefined : join(homeDirectory, ...names);
}

/** The path if it is absolute: a relative one would lead below the working directory. */
export function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** The path of a folder, existing or not. */
export function folderPath({ base, names }: OwnFolder): string {
  return join(base, ...names);
}

/**
 * Returns the path of our folder, or undefined if it does not exist. Throws an Error that says why if another user
 * may have changed its contents.
 */
export function findOwnFolder(folder: OwnFolder, userId: number | undefined): string | undefined {
  return walk(folder, userId, () => false);
}

/** Like `findOwnFolder`, and makes missing folders, for the user alone. Throws the system's errors as well. */
export function makeOwnFolder(folder: OwnFolder, userId: number | undefined): string {
  const make = (path: string): boolean => {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process of this program made it first.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return true;
  };
  const path = walk(folder, userId, make);
  if (path === undefined) throw new Error(`${folderPath(folder)} was removed`);
  return path;
}

/**
 * Checks each part before the next: if only root and the user can change a part, nobody else can change what is
 * below. Follows links up to the base, if root or the user made them, as homes and caches can be on other disks.
 */
function walk(
  { base, names, isInPod = false }: OwnFolder,
  userId: number | undefined,
  onMissing: (path: string) => boolean,
): string | undefined {
  const judgeBase = (path: string, stats: Stats, parent: Stats): void => {
    if (!isInPod || !isVolume(stats, parent)) refuseStrange(path, stats, userId);
  };
  const top = walkPath(base, { judge: judgeBase, onMissing });
  if (top === undefined) return undefined;
  const judge = (path: string, stats: Stats): void => {
    if (path.length <= top.length) return; // a part of the base
    if (stats.isSymbolicLink()) throw new Error(`${path} is a link`);
    if (userId === undefined) return;
    if (stats.uid !== userId) throw ownedByOther(path, stats);
    if ((stats.mode & MAY_WRITE) !== 0) throw writableByOthers(path);
  };
  return walkPath(join(top, ...names), { judge, onMissing });
}

/**
 * Whether a folder of a container is a volume, as the kubelet makes an emptyDir: a mount of root's, which all users of the
 * containers that have it may change.
 */
export function isVolume(stats: Pick<Stats, 'uid' | 'dev'>, parent: Pick<Stats, 'dev'>): boolean {
  return stats.uid === 0 && stats.dev !== parent.dev;
}

/** Refuses a part that other users can change, except root. */
function refuseStrange(path: string, stats: Stats, userId: number | undefined): void {
  if (userId === undefined) return;
  if (stats.uid !== userId && stats.uid !== 0) throw ownedByOther(path, stats);
  // The mode of a link has no effect.
  if (stats.isSymbolicLink()) return;
  // In a sticky folder, users cannot move or delete the files of others.
  if ((stats.mode & STICKY) !== 0) return;
  const others = stats.mode & MAY_WRITE;
  // Many systems give each user a private group with the same number, which may write to the user's folders.
  const isPrivate = others === 0o020 && userId !== 0 && stats.gid === userId;
  if (others !== 0 && !isPrivate) throw writableByOthers(path);
}
