import type { Io } from '../../../io.ts';
import { shellText } from '../../../errors/shell-word.ts';
import { writeText } from '../../../output/write-text.ts';
import type { RunSummary } from '../../rows/run-results.ts';
import { bytesText } from '../text/count-text.ts';
import { cutText } from '../text/cut-text.ts';
import { outcomeText, rowPath } from '../fold/group-words.ts';
import { markupText } from '../../../output/page/markup-text.ts';
import { readOutputText } from '../../rows/output-text.ts';
import type { JudgedRow, RowSink, Tally } from './row-sink.ts';
import type { StoredBytes, TextStore } from '../fold/text-store.ts';

/** In JUnit a test that failed is a `failure`, and a test that could not run is an `error`. */
const ELEMENTS = { passed: undefined, unmet: 'failure', failed: 'error', skipped: 'skipped' } as const;

/** No viewer shows more in a readable way; `-o jsonl` and `--output-dir` have the whole output. */
const MAX_OUTPUT_CHARACTERS = 64 * 1024;

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${markupText(String(value)).replace(/\n/g, '&#10;')}"`)
    .join('');
}

function outputElement({ row }: JudgedRow): string {
  const { bytes, isTruncated } = row.output;
  if (bytes.length === 0) return '';
  const { shown, isBinary } = readOutputText(bytes, isTruncated);
  const text = isBinary ? `(binary, ${bytesText(bytes.length)})` : cutText(shown, MAX_OUTPUT_CHARACTERS);
  const isCut = isTruncated || (!isBinary && shown.length > MAX_OUTPUT_CHARACTERS);
  return `<system-out>${markupText(text)}${isCut ? '\n(cut here: there is more)' : ''}</system-out>`;
}

function seconds(from: Date | undefined, to: Date | undefined): string {
  return from === undefined || to === undefined ? '0' : ((to.getTime() - from.getTime()) / 1000).toFixed(3);
}

/** One row as a JUnit test case. */
function testCaseXml(judged: JudgedRow, hasTarget: boolean): string {
  const { row, verdict, folded } = judged;
  const element = ELEMENTS[verdict.kind];
  const what = attributes({
    classname: [row.context ?? '', row.namespace].filter((part) => part !== '').join('/'),
    name: rowPath(row, hasTarget).join('/'),
    time:
      row.durationMs === undefined
        ? seconds(row.startedAt, row.finishedAt)
        : (row.durationMs / 1000).toFixed(3),
  });
  const reason = row.reason === undefined ? '' : [row.reason.message, row.reason.hint].join('\n').trim();
  const result =
    element === undefined
      ? ''
      : `<${element}${attributes({ message: outcomeText(folded), type: row.outcome })}>${markupText(reason)}</${element}>`;
  return `    <testcase${what}>${result}${outputElement(judged)}</testcase>\n`;
}

function openSuite({ command, runId, startedAt, finishedAt, reason }: RunSummary, tally: Tally): string {
  const { passed, unmet, failed, skipped } = tally;
  const counts = { tests: passed + unmet + failed + skipped, failures: unmet, errors: failed, skipped };
  const name = shellText(command);
  const time = seconds(startedAt, finishedAt);
  const suite = { name, id: runId, timestamp: startedAt.toISOString(), time, ...counts };
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites${attributes({ name: 'kubectl-debug audit', time, ...counts })}>
  <testsuite${attributes(suite)}>
${propertiesXml(reason)}`;
}

function propertiesXml(reason: string | undefined): string {
  if (reason === undefined) return '';
  return `    <properties><property${attributes({ name: 'reason', value: reason })}/></properties>\n`;
}

/** `-o junit`: one document at the end, because its first element counts the others. The cases wait in `store`. */
export function makeJunitSink(
  io: Io,
  { store, hasTarget }: { readonly store: TextStore; readonly hasTarget: boolean },
): RowSink {
  const cases: StoredBytes[] = [];
  return {
    accept: (judged) => void cases.push(store.put(Buffer.from(testCaseXml(judged, hasTarget)))),
    finish: async (summary, tally) => {
      await writeText(io.stdout, openSuite(summary, tally));
      for (const { read } of cases) if ((await writeText(io.stdout, read().toString())) === 'closed') return;
      await writeText(io.stdout, '  </testsuite>\n</testsuites>\n');
    },
  };
}
