import { constants } from 'node:fs';
import { unlink, type FileHandle } from 'node:fs/promises';
import type { Io } from '../../io.ts';
import { openOwnFile } from '../../system/own-file.ts';
import { journalFailed, placeJournal, pruneJournals } from './journal-files.ts';
import type { JournalLine } from './journal-line.ts';

/** The append-only record of one audit, by which an interrupted audit is resumed. */
export interface Journal {
  readonly path: string;
  /** Resolves when the lines are on disk. Throws `journal-failed`. */
  readonly note: (...lines: readonly JournalLine[]) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Deletes the journal of an audit that is done. */
  readonly remove: () => Promise<void>;
}

/** Creates the journal of a new audit, and deletes old journals. Throws `journal-failed`. */
export async function createJournal(io: Io, runId: string): Promise<Journal> {
  const journal = await openJournal(io, runId, { flags: constants.O_CREAT | constants.O_EXCL, length: 0 });
  await pruneJournals(io);
  return journal;
}

/** Opens the journal of a resumed audit, to append after its first `length` bytes. Throws `journal-failed`. */
export async function continueJournal(
  io: Io,
  { runId, length }: { readonly runId: string; readonly length: number },
): Promise<Journal> {
  return openJournal(io, runId, { flags: 0, length });
}

/** Opens a journal for appending, and cuts off what comes after its first `length` bytes. */
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

/** More at a time would overflow the stack, and be in memory several times. */
const LINES_AT_ONCE = 5000;

/** Notes any number of lines, in their order. Throws `journal-failed`. */
export async function noteAll(journal: Pick<Journal, 'note'>, lines: readonly JournalLine[]): Promise<void> {
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await journal.note(...lines.slice(from, from + LINES_AT_ONCE));
}

/** Lines that arrive during a write share the next one. */
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
        last = next.catch(() => undefined); // the caller gets the error from `next`
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
