import type { Io } from '../../../io.ts';
import { printableJson } from '../../../output/printable.ts';
import { writeText } from '../../../output/write-text.ts';
import type { RunSummary } from '../../rows/run-results.ts';
import { rowToJson, type RowJson } from '../../rows/row-json.ts';
import type { JudgedRow, RowSink, Tally } from './row-sink.ts';

interface JudgedRowJson extends RowJson {
  readonly verdict: string;
  /** Why the verdict is `unmet`; null for other verdicts. */
  readonly why: string | null;
}

function judgedRowToJson({ row, verdict }: Omit<JudgedRow, 'folded'>): JudgedRowJson {
  return { ...rowToJson(row), verdict: verdict.kind, why: verdict.kind === 'unmet' ? verdict.why : null };
}

/** The summary of `-o json`. */
export function summaryToJson({ shard, ...summary }: RunSummary, tally: Tally): object {
  return { ...summary, shard: shard ?? null, ...tally };
}

/** `-o jsonl`: one line for each row, when its command ends. */
export function makeJsonLinesSink(io: Io): RowSink {
  return {
    accept: async (judged) => {
      await writeText(io.stdout, `${printableJson(JSON.stringify(judgedRowToJson(judged)))}\n`);
    },
  };
}

/** `-o json`: one document, `{"rows": [...], "summary": {...}}`, written row by row, each on a line. */
export function makeJsonSink(io: Io): RowSink {
  let before = '{"rows": [\n';
  return {
    accept: async (judged) => {
      const head = before;
      before = ',\n';
      await writeText(io.stdout, `${head}${printableJson(JSON.stringify(judgedRowToJson(judged)))}`);
    },
    finish: async (summary, tally) => {
      const head = before === ',\n' ? '' : before;
      const tail = printableJson(JSON.stringify(summaryToJson(summary, tally)));
      await writeText(io.stdout, `${head}\n], "summary": ${tail}}\n`);
    },
  };
}
