import { posix, resolve, win32, type PlatformPath } from 'node:path';
import type { Io } from '../io.ts';

/** Where a config file is looked for. */
export interface ConfigLocation {
  readonly path: string;
  /** Whether the user named it, so that it must exist. */
  readonly isNamed: boolean;
  /** Whether a company ships it: only such a file can lock, and nothing turns it off. */
  readonly isOfCompany: boolean;
}

/** The part of `Io` that says where to look. */
type Surroundings = Pick<Io, 'env' | 'homeDirectory' | 'platform' | 'systemFolder' | 'workingDirectory'>;

/**
 * The files to read: that of the company, then `$KUBECTL_DEBUG_CONFIG`, else the file in the user's config folder.
 * `KUBECTL_DEBUG_CONFIG=off` turns the user's file off. Never looks into the working directory.
 */
export function findConfigs(io: Surroundings): readonly ConfigLocation[] {
  const user = userFile(io);
  const { systemFolder: folder, platform } = io;
  return [
    ...(folder === undefined ? [] : [{ path: below(folder, platform), isNamed: false, isOfCompany: true }]),
    ...(user === undefined ? [] : [{ ...user, isOfCompany: false }]),
  ];
}

function below(folder: string, platform: NodeJS.Platform): string {
  return pathsOf(platform).join(folder, 'kubectl-debug', 'config.yaml');
}

function pathsOf(platform: NodeJS.Platform): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

function userFile(io: Surroundings): Pick<ConfigLocation, 'path' | 'isNamed'> | undefined {
  const named = io.env['KUBECTL_DEBUG_CONFIG'] ?? '';
  if (named.toLowerCase() === 'off') return undefined;
  if (named !== '') return { path: resolve(io.workingDirectory, named), isNamed: true };
  const folder = userFolder(io);
  return folder === undefined ? undefined : { path: below(folder, io.platform), isNamed: false };
}

/** As the XDG base directory specification and the guides of Apple and Microsoft say. */
function userFolder({ env, homeDirectory, platform }: Surroundings): string | undefined {
  const isWindows = platform === 'win32';
  const folder = env[isWindows ? 'APPDATA' : 'XDG_CONFIG_HOME'];
  // A relative folder would be looked for in the working directory.
  if (folder !== undefined && pathsOf(platform).isAbsolute(folder)) return folder;
  if (isWindows || homeDirectory === undefined) return undefined;
  const parts = platform === 'darwin' ? ['Library', 'Application Support'] : ['.config'];
  return posix.join(homeDirectory, ...parts);
}
