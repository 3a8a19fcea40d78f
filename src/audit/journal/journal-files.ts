import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import {
  findOwnFolder,
  makeOwnFolder,
  folderPath,
  stateFolder,
  type FolderOwner,
  type OwnFolder,
} from '../../system/own-folder.ts';
import { isRunId } from './run-id.ts';

/** Few pods live longer, so later there is hardly anything left to resume. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates the folder for journals and returns the path for the journal of a run. Throws `journal-failed`. */
export function placeJournal(owner: FolderOwner, runId: string): string {
  const folder = folderOf(owner);
  try {
    return path.join(makeOwnFolder(folder, owner.userId), fileName(runId));
  } catch (error) {
    throw journalFailed(error, path.join(folderPath(folder), fileName(runId)));
  }
}

/** Lists the journals, the oldest first. Throws `journal-failed` if another user may have written them. */
export async function listJournals(owner: FolderOwner): Promise<readonly JournalFile[]> {
  const folder = findFolder(owner);
  if (folder === undefined) return []; // no audit was ever started here
  const names = await readdir(folder);
  return names
    .map((name) => path.basename(name, '.jsonl'))
    .filter(isRunId)
    .toSorted()
    .map((runId) => ({ runId, path: path.join(folder, fileName(runId)) }));
}

interface JournalFile {
  readonly runId: string;
  readonly path: string;
}

const fileName = (runId: string): string => `${runId}.jsonl`;

/** Deletes the journals that were not written to for 30 days. Ignores a journal that cannot be deleted. */
export async function pruneJournals(io: FolderOwner & Pick<Io, 'now'>): Promise<void> {
  const oldestMs = io.now().getTime() - KEPT_DAYS * DAY_MS;
  for (const { path: file } of await listJournals(io)) {
    const isOld = await lstat(file).then(
      ({ mtimeMs }) => mtimeMs < oldestMs,
      () => false, // another audit has just deleted it
    );
    if (isOld) await unlink(file).catch(() => undefined); // another audit may have deleted it
  }
}

/** The error for a journal that cannot be read or written. */
export function journalFailed(cause: unknown, file: string): CliError {
  return new CliError('journal-failed', `cannot keep the journal ${file}: ${errorText(cause)}`, {
    hint: isReadOnly(cause)
      ? 'in a pod, mount an emptyDir at /tmp; elsewhere, set XDG_STATE_HOME to a folder that can be written to'
      : 'set XDG_STATE_HOME to a folder of your own that nobody else can write to',
    cause,
  });
}

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EROFS';

function findFolder(owner: FolderOwner): string | undefined {
  const folder = folderOf(owner);
  try {
    return findOwnFolder(folder, owner.userId);
  } catch (error) {
    throw journalFailed(error, folderPath(folder));
  }
}

function folderOf(owner: FolderOwner): OwnFolder {
  const folder = stateFolder(owner, 'audits');
  if (folder !== undefined) return folder;
  throw new CliError('journal-failed', 'cannot keep a journal of the audit: you have no home folder', {
    hint: 'set HOME, or XDG_STATE_HOME, to an absolute folder of your own',
  });
}
