import { closeSync, constants, openSync, readSync } from 'node:fs';
import { boundedLines } from '../../cluster/formats/bounded-lines.ts';
import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { shellNames } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { openOwnFile } from '../../system/own-file.ts';
import { journalFailed, listJournals } from './journal-files.ts';
import type { JournalHead, JournalLine, RowLine } from './journal-line.ts';
import type { RowJson } from '../rows/row-json.ts';

/** A line of a journal. Rows stay on disk until `read`, because all outputs together may not fit in memory. */
export type ReadLine =
  Exclude<JournalLine, RowLine> | (Omit<RowLine, 'row'> & { readonly read: () => RowJson });

interface ReadJournal {
  readonly lines: readonly ReadLine[];
  /** Of all complete lines, in bytes. */
  readonly length: number;
}

/**
 * Reads the first line of a journal; undefined if there is no such audit, or it was interrupted before that line was whole.
 * Throws `journal-failed` and `too-large`.
 */
export async function readJournalHead(io: Io, runId: string): Promise<JournalHead | undefined> {
  const file = (await listJournals(io)).find((journal) => journal.runId === runId)?.path;
  if (file === undefined) return undefined;
  try {
    const handle = await openOwnFile(file, constants.O_RDONLY, io.userId);
    const subject = `a line of the journal ${file}`;
    for await (const bytes of boundedLines(handle.createReadStream(), 'journalLine', subject)) {
      const line = parseLine(bytes.toString());
      return line.kind === 'run' ? line : undefined;
    }
    return undefined;
  } catch (error) {
    throw isCliError(error) ? error : journalFailed(error, file);
  }
}

/** A part of a file, in bytes. */
interface Span {
  readonly position: number;
  readonly length: number;
}

/**
 * Reads the journal of an interrupted audit. Leaves out an incomplete last line, as a crash leaves it: what it announces
 * was not done. Throws `usage` if there is no such audit, `journal-failed`, and `too-large` for lines that are too long
 * or too many.
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
      lines.push(line.kind === 'row' ? unreadRow(line, () => readRow(file, span)) : line);
      length += bytes.length + 1;
    }
  } catch (error) {
    throw isCliError(error) ? error : journalFailed(error, file);
  }
  return { lines, length };
}

function unreadRow({ kind, id, context }: RowLine, read: () => RowJson): ReadLine {
  return { kind, id, ...(context !== undefined && { context }), read };
}

/** Only this program writes journals, so the line is not validated. */
function parseLine(text: string): JournalLine {
  try {
    return JSON.parse(text) as JournalLine;
  } catch {
    // The parser's message quotes the line, which may hold a secret from `--env`.
    throw new Error('a line is not JSON');
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
