import type { Io } from '../../../io.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import type { Fold } from '../fold/fold.ts';
import type { GroupBy } from '../fold/fold-group.ts';
import { hasSeveralRowsAPod } from '../fold/group-words.ts';
import { inTurns } from '../sinks/in-turns.ts';
import { openPrivateFile, orOutputFailed } from '../../../output/files/private-file.ts';
import type { RowSink } from '../sinks/row-sink.ts';

interface ReportOptions {
  readonly io: Pick<Io, 'now' | 'userId' | 'calledAs'>;
  /** Absolute. */
  readonly file: string;
  readonly fold: Fold;
  readonly groupBy: GroupBy | undefined;
  /** Called when the file is in place. */
  readonly onWritten: () => void;
}

/** Parts are joined into blocks of at least this length. */
const BLOCK_CHARACTERS = 256 * 1024;

async function* inBlocks(parts: Iterable<string>): AsyncGenerator<string, void> {
  let block = '';
  for await (const part of inTurns(parts)) {
    block += part;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  yield block;
}

/**
 * `--report`: writes one HTML page at the end. Opens the file at once, so that an error shows before anything runs. Throws
 * `output-failed`, and so do the methods.
 */
export async function openReportSink(options: ReportOptions): Promise<RowSink> {
  const { io, file, fold, groupBy, onWritten } = options;
  const asTyped = (text: string): string => asCalled(text, io);
  const draft = await orOutputFailed(file, () => openPrivateFile(file, io.userId));
  return {
    finish: async (summary, tally) => {
      const [{ reportPage }, { makeDiff }] = await Promise.all([
        import('./report-page.ts'),
        import('../fold/diff-outputs.ts'),
      ]);
      const { rows } = fold;
      const shown = { sections: fold.sections(groupBy), rows, groupBy, hasTarget: hasSeveralRowsAPod(rows) };
      const page = reportPage({ summary, tally, ...shown }, { diff: makeDiff(io.now), asTyped });
      await orOutputFailed(file, async () => {
        for await (const block of inBlocks(page)) await draft.write(block);
        await draft.commit();
      });
      onWritten();
    },
    close: draft.close,
  };
}
