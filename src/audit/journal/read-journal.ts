import { closeSync, constants, openSync, readSync } from 'node:fs';
import { boundedLines } from '../../cluster/formats/bounded-lines.ts';
import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { shellNames } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { openOwnFile } from '../../system/own-file.ts';
import { journalFailed, listJournals } from './journal-files.ts';
import type { JournalLine, RowLine } from './journal-line.ts';
import type { RowJson } from '../rows/row-json.ts';

/** A line as it is read. The rows stay on the disk, as what commands have printed may be more than fits in memory. */
export type ReadLine =
  Exclude<JournalLine, RowLine> | { readonly kind: 'row'; readonly id: string; readonly read: () => RowJson };

/** The lines of an interrupted run. */
export interface ReadJournal {
  readonly lines: readonly ReadLine[];
  /** Of the whole lines, in bytes. */
  readonly length: number;
}

/** A part of a file, in bytes. */
interface Span {
  readonly position: number;
  readonly length: number;
}

/**
 * Reads the journal of an interrupted run. The end of one that was killed while it wrote is left out: nothing of what such a
 * line announces was done. Throws `usage` where there is no such run, `journal-failed`, and `too-large` for lines that
 * are too long or too many.
 */
export async function readJournal(io: Io, runId: string): Promise<ReadJournal> {
  const journals = await listJournals(io);
  const file = journals.find((journal) => journal.runId === runId)?.path;
  if (file === undefined) {
    const runs = journals.map((journal) => journal.runId);
    const others = runs.length === 0 ? 'no run was interrupted' : `interrupted runs: ${shellNames(runs)}`;
    throw new CliError('usage', `there is no audit "${runId}" to resume`, { hint: others });
  }
  const lines: ReadLine[] = [];
  let length = 0;
  try {
    const handle = await openOwnFile(file, constants.O_RDONLY, io.userId);
    const subject = `a line of the journal ${file}`;
    for await (const bytes of boundedLines(handle.createReadStream(), 'journalLine', subject)) {
      if (lines.length >= BOUNDS.journalLines.most) throw tooLarge('journalLines', `the journal ${file}`);
      const line = parseLine(bytes.toString());
      const span = { position: length, length: bytes.length };
      lines.push(line.kind === 'row' ? { kind: 'row', id: line.id, read: () => readRow(file, span) } : line);
      length += bytes.length + 1;
    }
  } catch (error) {
    throw isCliError(error) ? error : journalFailed(error, file);
  }
  return { lines, length };
}

/** Its only writer is this program, and the head says which version of it. */
function parseLine(text: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine;
  } catch {
    // The words of the parser quote the line, which may hold a secret of `--env`.
    throw new Error('a line of it is no JSON');
  }
}

function readRow(file: string, { position, length }: Span): RowJson {
  const bytes = Buffer.alloc(length);
  const fd = openSync(file, 'r');
  try {
    for (let done = 0; done < length;) {
      const count = readSync(fd, bytes, done, length - done, position + done);
      if (count === 0) throw journalFailed(new Error('it was cut off'), file);
      done += count;
    }
  } finally {
    closeSync(fd);
  }
  const line = parseLine(bytes.toString());
  if (line.kind === 'row') return line.row;
  throw journalFailed(new Error('it was changed meanwhile'), file);
}
