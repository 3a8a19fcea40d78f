import path from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { OpenRecord } from '../../record/recorder.ts';
import type { RunResults } from '../rows/run-results.ts';
import { bytesText, countText } from './text/count-text.ts';
import { judgeRow } from './fold/expectation.ts';
import { makeFold, type Fold } from './fold/fold.ts';
import { foldedRow, withoutContext } from './fold/fold-group.ts';
import { openCollectSink } from './sinks/collect-sink.ts';
import { makeFoldSink } from './sinks/fold-sink.ts';
import { makeJsonLinesSink, makeJsonSink } from './sinks/json-sink.ts';
import { makeJunitSink } from './sinks/junit-sink.ts';
import { makeNotesSink } from './sinks/notes-sink.ts';
import { makeRecordSink } from './sinks/record-sink.ts';
import { openOutputFolderSink } from './sinks/output-folder-sink.ts';
import { makePrefixSink } from './sinks/prefix-sink.ts';
import { makeProgressSink } from './sinks/progress-sink.ts';
import { openMarkdownSink } from './markdown/markdown-sink.ts';
import { openReportMapSink } from './report/report-map-sink.ts';
import { openReportSink } from './report/report-sink.ts';
import type { ReportOption, ResultsOptions } from './results-options.ts';
import { NO_ROWS, type JudgedRow, type RowSink, type Tally } from './sinks/row-sink.ts';
import { tallyText } from './sinks/tally-text.ts';
import { openTextStore, type TextStore } from './fold/text-store.ts';
import type { UserPattern } from './fold/user-pattern.ts';

/** What the sinks share. */
interface Shared {
  readonly io: Io;
  readonly fold: Fold;
  readonly store: TextStore;
  readonly options: ResultsOptions;
  /** Notes to print at the end, after the results. */
  readonly notes: string[];
}

function makeStdoutSink({ io, fold, store, options }: Shared): RowSink {
  const { format, hasAllContainers } = options;
  switch (format.kind) {
    case 'fold':
      return makeFoldSink(io, fold, format.groupBy);
    case 'prefix':
      return makePrefixSink(io, hasAllContainers);
    case 'json':
      return makeJsonSink(io);
    case 'jsonl':
      return makeJsonLinesSink(io);
    case 'junit':
      return makeJunitSink(io, { store, hasTarget: hasAllContainers });
  }
}

function makeFoldingSink({ fold }: Shared): RowSink {
  return { accept: ({ row, folded }) => fold.add(folded, row.output) };
}

/** A path as the user would type it in the working directory. */
function shownPath({ workingDirectory }: Io, absolute: string): string {
  const relative = path.relative(workingDirectory, absolute);
  return relative === '' || relative.startsWith('..') ? absolute : relative;
}

function makeRecordSinkOf({ io, options }: Shared, record: OpenRecord): RowSink {
  const { isQuiet, hasAllContainers } = options;
  return makeRecordSink({
    record,
    hasTarget: hasAllContainers,
    onEnd: makeNotes(io, { quiet: isQuiet }).tell,
  });
}

async function openSinks(shared: Shared): Promise<readonly RowSink[]> {
  const { io, options, notes } = shared;
  const { outputFolder, collectFolder, format, isQuiet, hasAllContainers, report, record } = options;
  return [
    // First, so that nothing is shown or kept that is not recorded.
    ...(record === undefined ? [] : [makeRecordSinkOf(shared, record)]),
    // Before the sinks that write to stdout, so that the spinner is off the screen.
    makeProgressSink(io, isQuiet),
    ...(format.kind === 'fold' || report !== undefined ? [makeFoldingSink(shared)] : []),
    ...(outputFolder === undefined
      ? []
      : [
          await openOutputFolderSink({
            folder: outputFolder,
            hasTarget: hasAllContainers,
            userId: io.userId,
            onWritten: (count) =>
              notes.push(`${countText(count, 'output')} written to ${shownPath(io, outputFolder)}`),
          }),
        ]),
    ...(collectFolder === undefined
      ? []
      : [
          await openCollectSink({
            folder: collectFolder,
            userId: io.userId,
            onWritten: ({ files, bytes }) =>
              notes.push(
                `${countText(files, 'file')}, ${bytesText(bytes)}, written to ${shownPath(io, collectFolder)}`,
              ),
          }),
        ]),
    makeStdoutSink(shared),
    makeNotesSink(io, { isQuiet, hasTarget: hasAllContainers }),
    ...(report === undefined ? [] : [await openReport(shared, report)]),
  ];
}

async function openReport(shared: Shared, report: ReportOption): Promise<RowSink> {
  const { io, fold, notes, options } = shared;
  const { groupBy } = report;
  switch (report.kind) {
    case 'file':
    case 'markdown': {
      const { file } = report;
      const onWritten = (): void => void notes.push(`report written to ${shownPath(io, file)}`);
      const open = report.kind === 'file' ? openReportSink : openMarkdownSink;
      return open({ io, fold, groupBy, file, onWritten });
    }
    case 'configmap': {
      const { cluster } = options;
      if (cluster === undefined)
        throw new CliError(
          'usage',
          'a report for a ConfigMap needs one cluster, and this call has none or several',
          {
            hint: 'use --report=FILE.html',
          },
        );
      const onWritten = (shown: string): void => void notes.push(`report written to ${shown}`);
      return openReportMapSink({ io, cluster, fold, groupBy, map: report.map, onWritten });
    }
  }
}

/** Only masks: if the pattern of `--expect` was given up, each row says so. */
function givenUpTexts(masks: readonly UserPattern[]): readonly string[] {
  return masks.flatMap((mask) => {
    const why = mask.whyGivenUp();
    return why === undefined
      ? []
      : [`${mask.name} was given up, and outputs are compared without it: ${why}`];
  });
}

/**
 * Makes the results of an audit. Creates folders and files at once, so that an error shows before anything runs. Throws
 * `output-failed`, and so do the methods.
 */
export async function makeResults(io: Io, options: ResultsOptions): Promise<RunResults> {
  const store = openTextStore();
  const fold = makeFold({ masks: options.masks, store });
  const lastNotes: string[] = [];
  const sinks = await openSinks({ io, fold, store, options, notes: lastNotes });
  let tally: Tally = NO_ROWS;
  return {
    begin: (start) => sinks.forEach((sink) => sink.begin?.(start)),
    progress: (running, elsewhere) => sinks.forEach((sink) => sink.progress?.(running, elsewhere)),
    pauseProgress: () => {
      const resumes = sinks.flatMap((sink) => sink.pauseProgress?.() ?? []);
      return () => resumes.forEach((resume) => resume());
    },
    accept: async (row) => {
      const verdict = judgeRow(options.expectation, row);
      tally = { ...tally, [verdict.kind]: tally[verdict.kind] + 1 };
      const judged: JudgedRow = {
        row,
        verdict,
        folded: foldedRow(options.isOneContext === true ? withoutContext(row) : row, verdict),
      };
      for (const sink of sinks) await sink.accept?.(judged);
    },
    finish: async (summary) => {
      for (const sink of sinks) await sink.finish?.(summary, tally);
      const notes = makeNotes(io, { quiet: options.isQuiet });
      for (const text of givenUpTexts(options.masks)) notes.warn(text);
      for (const text of lastNotes) notes.note(text);
      notes.note(tallyText(summary, tally));
      return { unmet: tally.unmet };
    },
    close: async () => {
      for (const sink of sinks) await sink.close?.();
      store.close();
    },
  };
}
