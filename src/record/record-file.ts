import { createHash } from 'node:crypto';
import { constants, ftruncateSync, unlinkSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import { shellWord } from '../errors/shell-word.ts';
import { isFolder, makeFolders } from '../system/make-folders.ts';
import { openOwnFile } from '../system/own-file.ts';
import { makeOwnFolder, stateFolder, type FolderOwner } from '../system/own-folder.ts';
import { refuseTrap } from '../system/output-folder.ts';
import type { RecordPlace } from './record-wish.ts';

/** A file of whole lines, open for the user alone. */
export interface RecordFile {
  /** Absolute. */
  readonly path: string;
  /** Hands a line to the system at once. Throws the system's errors, and then leaves no part of the line. */
  readonly append: (line: string) => void;
  /** Of all bytes so far, in hexadecimal digits. */
  readonly sha256: () => string;
  /** Waits until the disk has everything; throws the system's errors. */
  readonly close: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Where the file goes, and its name if it is to have one of ours. */
export interface PlacedRecord {
  readonly place: RecordPlace;
  /** Without its ending. */
  readonly name: string;
  /** `.cast`, for example. */
  readonly ending: string;
  /** What stands before the place in `--record`: `commands:`, for example. */
  readonly word?: string;
}

/** How many sessions may begin in one container in one second. */
const MOST_OF_ONE_NAME = 100;

/**
 * Creates the file of a record; never opens one that exists, nor follows a link. Throws `record-failed`.
 */
export async function createRecordFile(owner: FolderOwner, placed: PlacedRecord): Promise<RecordFile> {
  for (let number = 1; ; number += 1) {
    const file = pathOf(owner, placed, number);
    try {
      if (placed.place.kind !== 'own-folder') refuseTrap(path.dirname(file), owner.userId);
      return await create(file, owner.userId);
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (exists && placed.place.kind !== 'file' && number < MOST_OF_ONE_NAME) continue;
      throw exists ? existsError(placed, file, error) : explain(error, file);
    }
  }
}

function pathOf(owner: FolderOwner, { place, name, ending }: PlacedRecord, number: number): string {
  const fileName = `${name}${number === 1 ? '' : `-${number}`}${ending}`;
  switch (place.kind) {
    case 'file':
      return place.path;
    case 'folder':
      return path.join(makeFolder(place.path), fileName);
    case 'own-folder':
      return path.join(makeRecordsFolder(owner), fileName);
  }
}

function makeFolder(folder: string): string {
  try {
    makeFolders(folder, 0o700);
    return folder;
  } catch (error) {
    throw explain(error, folder);
  }
}

function makeRecordsFolder(owner: FolderOwner): string {
  const folder = stateFolder(owner, 'records');
  if (folder === undefined)
    throw new CliError('record-failed', 'there is no place for records: you have no home folder', {
      hint: 'name a file: --record=FILE; or set HOME, or XDG_STATE_HOME, to an absolute folder of your own',
    });
  try {
    return makeOwnFolder(folder, owner.userId);
  } catch (error) {
    throw explain(error, path.join(folder.base, ...folder.names));
  }
}

function existsError({ place, word = '' }: PlacedRecord, file: string, cause: unknown): CliError {
  if (place.kind === 'file' && isFolder(file))
    return new CliError('record-failed', `cannot record to ${file}: it is a folder`, {
      hint: `for a new file in it: ${shellWord(`--record=${word}${file}/`)}`,
      cause,
    });
  return new CliError('record-failed', `cannot record to ${file}: it exists already`, {
    hint: 'a record never replaces a file: name another one, or a folder with / at its end for a new file in it',
    cause,
  });
}

function explain(cause: unknown, file: string): CliError {
  return new CliError('record-failed', `cannot record to ${file}: ${errorText(cause)}`, {
    hint: 'nothing was started; name a file in a folder of your own: --record=FILE',
    cause,
  });
}

/** Leaves no file that was created, but cannot be the user's alone, as on a disk without owners and modes. */
async function openNew(file: string, userId: number | undefined): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_APPEND } = constants;
  try {
    return await openOwnFile(file, O_CREAT | O_EXCL | O_WRONLY | O_APPEND, userId);
  } catch (error) {
    // The system's errors have a code: then nothing was created.
    if (!(error instanceof Error && 'code' in error)) unlinkSync(file);
    throw error;
  }
}

async function create(file: string, userId: number | undefined): Promise<RecordFile> {
  const handle = await openNew(file, userId);
  const hash = createHash('sha256');
  let length = 0;
  const append = (line: string): void => {
    const bytes = Buffer.from(line);
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(handle.fd, bytes, done);
    } catch (error) {
      // A player stops at half a line. The room for a shorter file is always there.
      ftruncateSync(handle.fd, length);
      throw error;
    }
    length += bytes.length;
    hash.update(bytes);
  };
  const close = async (): Promise<void> => {
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  };
  return {
    path: file,
    append,
    sha256: () => hash.copy().digest('hex'),
    close,
    remove: async () => {
      await handle.close();
      unlinkSync(file);
    },
  };
}
