import { constants } from 'node:fs';
import { unlink, type FileHandle } from 'node:fs/promises';
import type { Io } from '../../io.ts';
import { openOwnFile } from '../../system/own-file.ts';
import { journalFailed, placeJournal, pruneJournals } from './journal-files.ts';
import type { JournalLine } from './journal-line.ts';

/** The append-only record of one run, which an interrupted run is finished by. */
export interface Journal {
  readonly path: string;
  /** Resolves once the lines are on the disk. Throws `journal-failed`. */
  readonly note: (...lines: readonly JournalLine[]) => Promise<void>;
  readonly close: () => Promise<void>;
  /** For a run of which nothing is left to do. */
  readonly remove: () => Promise<void>;
}

/** Starts the journal of a new run, and deletes those that nobody will come back to. Throws `journal-failed`. */
export async function createJournal(io: Io, runId: string): Promise<Journal> {
  const journal = await openJournal(io, runId, { flags: constants.O_CREAT | constants.O_EXCL, length: 0 });
  await pruneJournals(io);
  return journal;
}

/** Opens the journal of a run that is resumed, to go on with it behind its last whole line. Throws `journal-failed`. */
export async function continueJournal(
  io: Io,
  { runId, length }: { readonly runId: string; readonly length: number },
): Promise<Journal> {
  return openJournal(io, runId, { flags: 0, length });
}

/** Opens a journal to append to it; what is there behind its first `length` bytes is dropped. */
async function openJournal(
  io: Io,
  runId: string,
  { flags, length }: { readonly flags: number; readonly length: number },
): Promise<Journal> {
  const file = placeJournal(io, runId);
  try {
    const handle = await openOwnFile(file, flags | constants.O_WRONLY | constants.O_APPEND, io.userId);
    await handle.truncate(length);
    return journalIn(handle, file);
  } catch (error) {
    throw journalFailed(error, file);
  }
}

/** What waits while the disk is busy is written by one fsync. */
function journalIn(handle: FileHandle, file: string): Journal {
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  const write = async (): Promise<void> => {
    const text = waiting.join('');
    waiting = [];
    next = undefined;
    try {
      await handle.appendFile(text);
      await handle.datasync();
    } catch (error) {
      throw journalFailed(error, file);
    }
  };
  return {
    path: file,
    note: (...lines) => {
      waiting.push(...lines.map((line) => `${JSON.stringify(line)}\n`));
      if (next === undefined) {
        next = last.then(write);
        last = next.catch(() => undefined); // told to whoever waits for it
      }
      return next;
    },
    close: async () => {
      await last;
      await handle.close();
    },
    remove: async () => {
      await last;
      await handle.close();
      await unlink(file);
    },
  };
}
