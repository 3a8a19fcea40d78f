import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { NO_EXPECTATION } from '../../src/audit/results/fold/expectation.ts';
import type { GroupBy } from '../../src/audit/results/fold/fold-group.ts';
import { makeResults } from '../../src/audit/results/make-results.ts';
import type { RunSummary } from '../../src/audit/rows/run-results.ts';
import type { RunRow } from '../../src/audit/rows/run-row.ts';
import type { CalledAs } from '../../src/io.ts';
import { aRunSummary } from './a-run-row.ts';
import { anIo } from './an-io.ts';

/** The fields of a report besides its rows. */
interface ReportFields {
  readonly summary?: Partial<RunSummary>;
  readonly groupBy?: GroupBy;
  readonly calledAs?: CalledAs;
}

/** Writes the report of an audit with these rows, as `--report` does, to a folder that is removed with the test. */
export async function aReport(
  rows: Iterable<RunRow>,
  fields: ReportFields = {},
): Promise<{ readonly file: string; readonly html: string }> {
  const file = await writeReport('file', rows, fields);
  return { file, html: readFileSync(file, 'utf8') };
}

/** The text of the report in Markdown. */
export async function aMarkdownReport(rows: Iterable<RunRow>, fields: ReportFields = {}): Promise<string> {
  return readFileSync(await writeReport('markdown', rows, fields), 'utf8');
}

async function writeReport(
  kind: 'file' | 'markdown',
  rows: Iterable<RunRow>,
  { summary: fields = {}, groupBy, calledAs }: ReportFields,
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, kind === 'file' ? 'report.html' : 'report.md');
  const results = await makeResults(
    { ...anIo().io, ...(calledAs && { calledAs }) },
    {
      format: { kind: 'prefix' },
      masks: [],
      expectation: NO_EXPECTATION,
      hasAllContainers: false,
      outputFolder: undefined,
      report: { kind, file, groupBy },
      isQuiet: true,
    },
  );
  const summary = aRunSummary(fields);
  results.begin(summary);
  for (const row of rows) await results.accept(row);
  await results.finish(summary);
  await results.close();
  return file;
}
