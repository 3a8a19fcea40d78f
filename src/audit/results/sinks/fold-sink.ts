import type { Io } from '../../../io.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import { makeStyles } from '../../../output/say/styles.ts';
import { writeText } from '../../../output/write-text.ts';
import type { Fold } from '../fold/fold.ts';
import type { GroupBy } from '../fold/fold-group.ts';
import { foldText } from '../fold/fold-text.ts';
import { hasSeveralRowsAPod } from '../fold/group-words.ts';
import { inTurns } from './in-turns.ts';
import type { RowSink } from './row-sink.ts';

/** The default format: at the end, equal outputs once, and how the other outputs differ. */
export function makeFoldSink(io: Io, fold: Fold, groupBy: GroupBy | undefined): RowSink {
  return {
    finish: async () => {
      const sections = fold.sections(groupBy);
      const showsTarget = hasSeveralRowsAPod(fold.rows);
      const { makeDiff } = await import('../fold/diff-outputs.ts');
      const diff = makeDiff(io.now);
      const asTyped = (text: string): string => asCalled(text, io);
      const styles = makeStyles(io, 'stdout');
      const parts = foldText(sections, { styles, groupBy, showsTarget, asTyped, diff });
      for await (const part of inTurns(parts)) if ((await writeText(io.stdout, part)) === 'closed') return;
    },
  };
}
