import { chmodSync, constants, ftruncateSync, openSync } from 'node:fs';
import type { BytePath, FileWriter, SourceEntry } from '../file-sink.ts';
import { removeTree } from './earlier-files.ts';
import { admit, failsByName, refuseOtherRemains, stagedText, type Staged } from './staged.ts';
import { systemCode } from './write-failure.ts';
import { writeFile } from './write-file.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
/** No other file, and none that a link leads to. Windows has no O_NOFOLLOW. */
const AS_NEW = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
const OWN_MODE = 0o600;

/** Opens a file to write its bytes from `from` on; undefined if it is refused. Throws the system's errors. */
export function openStagedFile(staged: Staged, entry: SourceEntry, from: number): FileWriter | undefined {
  const { path } = entry;
  const place = admit(staged, entry);
  if (place === undefined) return undefined;
  if (path === '') refuseOtherRemains(staged, 'file');
  const descriptor = openAt(staged, { entry, place }, from);
  if (descriptor === undefined) {
    staged.refuse(path, 'name');
    return undefined;
  }
  staged.made.set(path, 'open');
  staged.earlier.delete(path);
  const writer = writeFile({
    descriptor,
    entry,
    from,
    mode: staged.isPreserved ? entry.mode & 0o777 : undefined,
    isSynced: path === '',
    name: () => stagedText(staged, path),
    onClosed: (isFinished, bytes) => {
      staged.writers.delete(writer);
      if (isFinished) staged.made.set(path, 'file');
      else leavePart(staged, path, bytes);
    },
  });
  staged.writers.add(writer);
  return writer;
}

function leavePart({ made, earlier }: Staged, path: BytePath, size: number): void {
  made.delete(path);
  // No time is known as that of the source.
  earlier.set(path, { kind: 'file', size, mode: OWN_MODE, mtimeMs: NaN });
}

interface Opening {
  readonly entry: SourceEntry;
  readonly place: string | Buffer;
}

/** Returns undefined if the system cannot have such a name. */
function openAt(staged: Staged, { entry, place }: Opening, from: number): number | undefined {
  const found = staged.earlier.get(entry.path);
  if (found?.kind === 'file' && from > 0) return reopen(place, found.mode, from);
  if (from > 0) throw new Error('no part of this file has come');
  if (found !== undefined) removeTree(staged.paths, entry.path);
  try {
    return openSync(place, AS_NEW, newMode(staged, entry));
  } catch (error) {
    if (failsByName(entry.path, systemCode(error))) return undefined;
    throw error;
  }
}

function reopen(place: string | Buffer, mode: number, from: number): number {
  if ((mode & OWN_MODE) !== OWN_MODE) chmodSync(place, OWN_MODE);
  const descriptor = openSync(place, O_WRONLY | O_NOFOLLOW);
  ftruncateSync(descriptor, from);
  return descriptor;
}

/** The system takes bits from a new file, as its user wants (umask). */
function newMode({ isPreserved }: Staged, { mode }: SourceEntry): number {
  if (isPreserved) return OWN_MODE;
  return (mode & 0o111) === 0 ? 0o666 : 0o777;
}
