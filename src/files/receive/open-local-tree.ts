import { lstatSync } from 'node:fs';
import { CliError } from '../../errors/cli-error.ts';
import { countRefusals } from '../names/refusals.ts';
import { commitTree } from './commit-tree.ts';
import { hashPart } from './hash-part.ts';
import type { LocalTree, LocalTreeOptions } from './local-tree.ts';
import { findRemains, partialPath } from './partial-place.ts';
import { readStaged } from './staged.ts';
import { abandonStaged, findPart, receiveEntries } from './staging.ts';
import { orWriteFailed } from './write-failure.ts';

/**
 * Receives a file or folder of a container, which may lie, as `destination`, an absolute path whose folder exists.
 *
 * All of it is written beside the destination, to `.NAME.kubectl-debug-partial`, and gets its name at the end: a new
 * destination in one step, an existing folder by taking the new files over one by one. No link is followed, neither one
 * of the copy, as they are made last, nor one in the destination. If `destination` is a link itself, it is refused:
 * resolve what the user typed before.
 *
 * A tree is not flushed to the disk file by file, as cp, tar and docker do not either: 100,000 flushes take minutes, and
 * what the crash of a whole machine takes away can be copied again. A single file is flushed before it gets its name, as
 * it often replaces an older one, and that takes one moment.
 *
 * Throws `write-failed`, and so do the methods.
 */
export function openLocalTree(destination: string, options: LocalTreeOptions): LocalTree {
  refuseStrange(destination);
  const partial = partialPath(destination);
  const remains = findRemains(partial, options.userId);
  const refusals = countRefusals();
  const staged = readStaged({ partial, remains, options, refuse: refusals.add });
  return {
    ...receiveEntries(staged),
    partOf: (entry) => {
      const part = findPart(staged, entry);
      return part && { bytes: part.bytes, hash: (bytes) => hashPart(part.place, bytes) };
    },
    refuse: refusals.add,
    refused: refusals.list,
    commit: () => orWriteFailed({ path: destination }, () => commitTree(staged, destination)),
    abandon: () => orWriteFailed({ path: partial }, () => abandonStaged(staged)),
  };
}

/** Throws for what a rename would replace, or go into, though nobody asked for it. */
function refuseStrange(destination: string): void {
  const stats = orWriteFailed({ path: destination }, () => lstatSync(destination, { throwIfNoEntry: false }));
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  const isLink = stats.isSymbolicLink();
  throw new CliError(
    'write-failed',
    `cannot write ${destination}: ${isLink ? 'it is a link' : 'it is no file or folder'}`,
    { hint: isLink ? 'name what the link leads to, or another destination' : 'name another destination' },
  );
}
