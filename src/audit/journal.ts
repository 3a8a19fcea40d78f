import { mkdir, open, readFile, truncate, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { errorText } from '../errors/error-text.ts';
import type { Io } from '../io.ts';
import { journalPath, listRuns, pruneJournals } from './journal-files.ts';
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
export async function continueJournal(io: Io, runId: string): Promise<Journal> {
  const file = journalPath(io, runId);
  try {
    const text = await readFile(file);
    await truncate(file, text.lastIndexOf('\n') + 1);
  } catch (error) {
    throw failed(error, file);
  }
  return openJournal(io, runId, 'a');
}

/**
 * The lines of an interrupted run. The end of one that was killed while it wrote is left out: nothing of what such a
 * line announces was done. Throws `usage` where there is no such run, and `journal-failed`.
 */
export async function readJournal(io: Io, runId: string): Promise<readonly JournalLine[]> {
  const runs = await listRuns(io);
  if (!runs.includes(runId)) {
    const others = runs.length === 0 ? 'no run was interrupted' : `interrupted runs: ${runs.join(', ')}`;
    throw new CliError('usage', `there is no audit "${runId}" to resume`, { hint: others });
  }
  try {
    const text = await readFile(journalPath(io, runId), 'utf8');
    // Its only writer is this program, and the head says which version of it.
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalLine);
  } catch (error) {
    throw failed(error, journalPath(io, runId));
  }
}

async function openJournal(io: Io, runId: string, flags: 'a' | 'ax'): Promise<Journal> {
  const file = journalPath(io, runId);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return journalIn(await open(file, flags, 0o600), file);
  } catch (error) {
    throw failed(error, file);
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
      throw failed(error, file);
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

function failed(cause: unknown, file: string): CliError {
  return new CliError('journal-failed', `cannot keep the journal ${file}: ${errorText(cause)}`, {
    hint: 'set XDG_STATE_HOME to a folder that can be written',
    cause,
  });
}
