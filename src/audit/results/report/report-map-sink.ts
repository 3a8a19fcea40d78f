import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Cluster } from '../../../cluster/cluster.ts';
import { CliError } from '../../../errors/cli-error.ts';
import type { Io } from '../../../io.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import { makeStyles } from '../../../output/say/styles.ts';
import { foldText } from '../fold/fold-text.ts';
import { hasSeveralRowsAPod } from '../fold/group-words.ts';
import { inTurns } from '../sinks/in-turns.ts';
import { summaryToJson } from '../sinks/json-sink.ts';
import type { RowSink } from '../sinks/row-sink.ts';
import { bytesText } from '../text/count-text.ts';
import { fitReport, isBeyondReport } from './fit-report.ts';
import { reportBlocks, type ReportContents } from './report-blocks.ts';
import { openReportMap } from './report-map.ts';
import type { ConfigMapRef } from './report-target.ts';

interface ReportMapOptions extends ReportContents {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly map: ConfigMapRef;
  /** Called with the name of the ConfigMap when it has the report. */
  readonly onWritten: (shown: string) => void;
}

const compress = promisify(gzip);

/**
 * `--report=configmap/NAME`: at the end a ConfigMap has `summary.json`, the summary of `-o json`; `result.txt`, equal
 * outputs once, as stdout shows them; and `report.html.gz`, the page of `--report`. Throws `CliError`, and so does `finish`:
 * also for a page that is too large, when the other two are there.
 */
export async function openReportMapSink(options: ReportMapOptions): Promise<RowSink> {
  const { io, cluster, map, onWritten } = options;
  const target = await openReportMap(io, cluster, map);
  return {
    finish: async (summary, tally) => {
      const blocks: string[] = [];
      for await (const block of reportBlocks(options, summary, tally)) blocks.push(block);
      const page = await compress(blocks.join(''));
      const fitted = fitReport({
        summary: summaryToJson(summary, tally),
        result: await resultText(options),
        page,
      });
      await target.write(fitted.report);
      if (!fitted.hasPage) throw tooLarge(target.shown, page.length);
      onWritten(target.shown);
    },
  };
}

async function resultText({ io, fold, groupBy }: ReportContents & { readonly io: Io }): Promise<string> {
  const { makeDiff } = await import('../fold/diff-outputs.ts');
  const styles = makeStyles(io, 'stdout', 'never');
  const asTyped = (text: string): string => asCalled(text, io);
  const showsTarget = hasSeveralRowsAPod(fold.rows);
  const parts = foldText(fold.sections(groupBy), {
    styles,
    groupBy,
    showsTarget,
    asTyped,
    diff: makeDiff(io.now),
  });
  let text = '';
  // What is beyond the bound is never made.
  for await (const part of inTurns(parts)) if (isBeyondReport((text += part))) break;
  return text;
}

function tooLarge(shown: string, bytes: number): CliError {
  return new CliError(
    'output-failed',
    `cannot write the whole report to ${shown}: the page takes ${bytesText(bytes)} compressed, and a ConfigMap holds 1 MiB; it has only summary.json and result.txt`,
    { hint: 'write the page to a file of a volume: --report=/reports/audit.html' },
  );
}
