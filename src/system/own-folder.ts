import { mkdirSync, type Stats } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { MAY_WRITE, ownedByOther, writableByOthers } from './ownership.ts';
import { walkPath } from './walk-path.ts';

/** What tells the folders of a user. */
export interface FolderOwner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; undefined for a user without one. */
  readonly homeDirectory: string | undefined;
  /** The effective uid; undefined on Windows, which keeps the folders of users apart by itself. */
  readonly userId: number | undefined;
  readonly platform: NodeJS.Platform;
}

/** A folder that this program makes for itself, below one that is there for the files of many programs. */
export interface OwnFolder {
  /** Absolute. */
  readonly base: string;
  /** From the base down. */
  readonly names: readonly string[];
}

const STICKY = 0o1000;

/**
 * Where files belong that can be made anew, undefined where the user has no such folder.
 * See https://specifications.freedesktop.org/basedir-spec/latest/, which has relative paths ignored.
 */
export function cacheFolder(owner: Omit<FolderOwner, 'userId'>, name: string): OwnFolder | undefined {
  const { env, platform } = owner;
  if (platform === 'win32') return ownFolder(absolute(env['LOCALAPPDATA']), name);
  if (platform === 'darwin') return ownFolder(belowHome(owner, 'Library', 'Caches'), name);
  return ownFolder(absolute(env['XDG_CACHE_HOME']) ?? belowHome(owner, '.cache'), name);
}

/** Where files belong that are to outlive a restart, undefined where the user has no such folder. See `cacheFolder`. */
export function stateFolder(owner: Omit<FolderOwner, 'userId'>, name: string): OwnFolder | undefined {
  return ownFolder(absolute(owner.env['XDG_STATE_HOME']) ?? belowHome(owner, '.local', 'state'), name);
}

function ownFolder(base: string | undefined, name: string): OwnFolder | undefined {
  return base === undefined ? undefined : { base, names: ['kubectl-debug', name] };
}

function belowHome(
  { homeDirectory }: Pick<FolderOwner, 'homeDirectory'>,
  ...names: string[]
): string | undefined {
  return homeDirectory === undefined ? undefined : join(homeDirectory, ...names);
}

/** An absolute path, or undefined: what is relative would be found below whatever folder the user works in. */
export function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

/** The path of a folder, whether it is there or not. */
export function folderPath({ base, names }: OwnFolder): string {
  return join(base, ...names);
}

/**
 * Returns the path of a folder of ours, or undefined when it was not made yet. Throws an Error that says why, when its
 * contents may come from somebody else.
 */
export function findOwnFolder(folder: OwnFolder, userId: number | undefined): string | undefined {
  return walk(folder, userId, () => false);
}

/** As `findOwnFolder`, and makes what is missing, for the user alone. Throws the system's errors as well. */
export function makeOwnFolder(folder: OwnFolder, userId: number | undefined): string {
  const make = (path: string): boolean => {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another call of this program was quicker.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    return true;
  };
  const path = walk(folder, userId, make);
  if (path === undefined) throw new Error(`${folderPath(folder)} is gone again`);
  return path;
}

/**
 * Looks at each part before the next: nobody else can have changed what is below parts that only root and the user can change, nor
 * can do so later. Links are followed as far as the base, if root or the user made them: systems and users move whole homes and
 * caches to other disks.
 */
function walk(
  { base, names }: OwnFolder,
  userId: number | undefined,
  onMissing: (path: string) => boolean,
): string | undefined {
  const top = walkPath(base, { judge: (path, stats) => refuseStrange(path, stats, userId), onMissing });
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

/** Refuses what another user than root could change, now or later. */
function refuseStrange(path: string, stats: Stats, userId: number | undefined): void {
  if (userId === undefined) return;
  if (stats.uid !== userId && stats.uid !== 0) throw ownedByOther(path, stats);
  // The rights of a link mean nothing.
  if (stats.isSymbolicLink()) return;
  // In a sticky folder nobody can move or delete what belongs to others.
  if ((stats.mode & STICKY) !== 0) return;
  const others = stats.mode & MAY_WRITE;
  // Many systems give each user a group of their own, of the same number, and let it write to all folders of that user.
  const isPrivate = others === 0o020 && userId !== 0 && stats.gid === userId;
  if (others !== 0 && !isPrivate) throw writableByOthers(path);
}
