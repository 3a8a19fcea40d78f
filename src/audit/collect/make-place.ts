import { lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { fileErrorText } from '../../errors/error-text.ts';

/**
 * Makes the folders on the way to a path below `folder`, for the user alone, and returns the path. Goes through no link: an
 * earlier path of a container may have brought it. Throws `write-failed`.
 */
export function makePlace(folder: string, names: readonly string[]): string {
  let place = folder;
  names.forEach((name, index) => {
    place = path.join(place, name);
    if (index < names.length - 1) makeFolder(place);
  });
  return place;
}

function makeFolder(place: string): void {
  try {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return;
    if (stats !== undefined) throw new Error(stats.isSymbolicLink() ? 'it is a link' : 'it is no folder');
    mkdirSync(place, { mode: 0o700 });
  } catch (error) {
    // Another transfer of the same pod made it first.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      makeFolder(place);
      return;
    }
    throw new CliError('write-failed', `cannot write to ${place}: ${fileErrorText(error)}`, {
      hint: 'use another --output-dir, or remove what is there',
      cause: error,
    });
  }
}
