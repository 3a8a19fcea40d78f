import { accessSync, constants, statSync } from 'node:fs';
import { delimiter } from 'node:path';

/** The default search path of a container. */
export const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * runc's reason why it could not execute `command`; undefined if it could. `path` is the search path, `root` the
 * folder of the root file system, empty for this machine's.
 */
export function programProblem(command: string, path: string, root = ''): string | undefined {
  if (command.includes('/')) return fileProblem(command, root);
  return findProgram(command, path, root) === undefined ? 'executable file not found in $PATH' : undefined;
}

/** The first executable file of this name on the search path, as a path in `root`. */
export function findProgram(name: string, path: string, root = ''): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => `${folder}/${name}`)
    .find((file) => fileProblem(file, root) === undefined);
}

function fileProblem(file: string, root: string): string | undefined {
  try {
    if (!statSync(root + file).isFile()) return 'permission denied';
  } catch {
    return `stat ${file}: no such file or directory`;
  }
  try {
    accessSync(root + file, constants.X_OK);
    return undefined;
  } catch {
    return 'permission denied';
  }
}
