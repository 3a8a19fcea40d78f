import { openPrivateFile, orOutputFailed } from '../../../output/files/private-file.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import { hasSeveralRowsAPod } from '../fold/group-words.ts';
import type { ReportFileOptions } from '../report/report-sink.ts';
import { inTurns } from '../sinks/in-turns.ts';
import type { RowSink } from '../sinks/row-sink.ts';

/**
 * `--report=FILE.md`: writes one page in Markdown at the end, of at most 1 MiB. Opens the file at once, so that an error
 * shows before anything runs. Throws `output-failed`, and so do the methods.
 */
export async function openMarkdownSink(options: ReportFileOptions): Promise<RowSink> {
  const { io, file, fold, groupBy, onWritten } = options;
  const draft = await orOutputFailed(file, () => openPrivateFile(file, io.userId));
  return {
    finish: async (summary, tally) => {
      const [{ markdownPage }, { makeDiff }] = await Promise.all([
        import('./markdown-page.ts'),
        import('../fold/diff-outputs.ts'),
      ]);
      const { rows } = fold;
      const hasTarget = hasSeveralRowsAPod(rows);
      const page = markdownPage(
        { summary, tally, rows, groupBy, hasTarget, sections: fold.sections(groupBy) },
        { hasTarget, diff: makeDiff(io.now), asTyped: (text) => asCalled(text, io) },
      );
      await orOutputFailed(file, async () => {
        for await (const part of inTurns(page)) await draft.write(part);
        await draft.commit();
      });
      onWritten();
    },
    close: draft.close,
  };
}
