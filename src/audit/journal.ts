import { mkdir, open, truncate, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Io } from '../io.ts';
import { journalFailed, journalPath, pruneJournals } from './journal-files.ts';
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
  const journal = await openJournal(io, runId, 'ax');
  await pruneJournals(io);
  return journal;
}

/** Opens the journal of a run that is resumed, to go on with it behind its last whole line. Throws `journal-failed`. */
export async function continueJournal(
  io: Io,
  { runId, length }: { readonly runId: string; readonly length: number },
): Promise<Journal> {
  const file = journalPath(io, runId);
  try {
    await truncate(file, length);
  } catch (error) {
    throw journalFailed(error, file);
  }
  return openJournal(io, runId, 'a');
}

async function openJournal(io: Io, runId: string, flags: 'a' | 'ax'): Promise<Journal> {
  const file = journalPath(io, runId);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return journalIn(await open(file, flags, 0o600), file);
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
