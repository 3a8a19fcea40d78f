import type { Io } from '../../../io.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import type { RunSummary } from '../../rows/run-results.ts';
import type { Fold } from '../fold/fold.ts';
import type { GroupBy } from '../fold/fold-group.ts';
import { hasSeveralRowsAPod } from '../fold/group-words.ts';
import { inTurns } from '../sinks/in-turns.ts';
import type { Tally } from '../sinks/row-sink.ts';

/** What a report shows. */
export interface ReportContents {
  readonly io: Pick<Io, 'now' | 'calledAs'>;
  readonly fold: Fold;
  readonly groupBy: GroupBy | undefined;
}

/** Parts are joined into blocks of at least this length. */
const BLOCK_CHARACTERS = 256 * 1024;

/** The HTML page of a report, piece by piece. */
export async function* reportBlocks(
  { io, fold, groupBy }: ReportContents,
  summary: RunSummary,
  tally: Tally,
): AsyncGenerator<string, void> {
  const [{ reportPage }, { makeDiff }] = await Promise.all([
    import('./report-page.ts'),
    import('../fold/diff-outputs.ts'),
  ]);
  const { rows } = fold;
  const shown = { sections: fold.sections(groupBy), rows, groupBy, hasTarget: hasSeveralRowsAPod(rows) };
  const asTyped = (text: string): string => asCalled(text, io);
  const page = reportPage({ summary, tally, ...shown }, { diff: makeDiff(io.now), asTyped });
  let block = '';
  for await (const part of inTurns(page)) {
    block += part;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  yield block;
}
