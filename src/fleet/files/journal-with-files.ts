import { rmSync } from 'node:fs';
import type { FileLine, JournalLine, RowLine } from '../../audit/journal/journal-line.ts';
import { journalFailed } from '../../audit/journal/journal-files.ts';
import type { Journal } from '../../audit/journal/journal.ts';
import type { CollectSettings } from '../../audit/rows/audit-settings.ts';
import { filesOfRow, folderOfRow, type RowWithFiles } from './files-of-row.ts';

/** So many are written at once, and no more are in memory. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** What a line has besides the bytes of its file. */
const BESIDE_BYTES = 300;

/**
 * A journal that notes the files of a row before the row, and removes them from this machine then. What is noted before the
 * row may come again, if the worker is killed between.
 */
export function journalWithFiles<Noting extends Pick<Journal, 'note'>>(
  journal: Noting,
  { folder, paths }: Pick<CollectSettings, 'folder' | 'paths'>,
): Noting {
  const noteRow = async (line: RowLine): Promise<void> => {
    const from = { id: line.id, row: line.row, folder, paths };
    let batch: FileLine[] = [];
    let size = 0;
    for (const file of readFiles(from)) {
      batch.push(file);
      size += file.bytes.length + BESIDE_BYTES;
      if (size < BATCH_BYTES) continue;
      await journal.note(...batch);
      batch = [];
      size = 0;
    }
    await journal.note(...batch, line);
    rmSync(folderOfRow(from), { recursive: true, force: true });
  };
  const hasFiles = (line: JournalLine): line is RowLine =>
    line.kind === 'row' && line.row.files !== undefined && line.row.target !== '';
  return {
    ...journal,
    note: async (...lines) => {
      for (const line of lines) await (hasFiles(line) ? noteRow(line) : journal.note(line));
    },
  };
}

function* readFiles(from: RowWithFiles): Generator<FileLine, void> {
  try {
    yield* filesOfRow(from);
  } catch (error) {
    throw journalFailed(error, folderOfRow(from));
  }
}
