import { printable, printableJson } from '../../../output/printable.ts';
import { hasRun } from '../../rows/run-row.ts';
import { cutText } from '../text/cut-text.ts';
import { durationOf } from '../text/duration-text.ts';
import type { FoldedRow } from '../fold/fold-group.ts';
import { outcomeText, rowPath } from '../fold/group-words.ts';
import { VERDICT_KINDS, VERDICTS, type ReportData } from './report-data.ts';
import { numberRows } from './report-groups.ts';

/** The group of the row has the whole message. */
const MAX_REMARK = 200;

/** A row as the script of the page reads it. Seconds and codes are numbers, so that they sort as numbers. */
type RowData = readonly [
  verdict: number,
  pod: string,
  target: string,
  node: string,
  owner: string,
  exitCode: number | null,
  seconds: number | null,
  group: number,
  remark: string,
];

function remark(row: FoldedRow): string {
  const { verdict, reason, notes } = row;
  const whyNot = [outcomeText(row), reason?.message ?? ''].filter((part) => part !== '').join(': ');
  const why = verdict.kind === 'unmet' ? verdict.why : hasRun(row) ? '' : whyNot;
  const text = printable([why, ...notes].filter((part) => part !== '').join('; '));
  return text.length > MAX_REMARK ? `${cutText(text, MAX_REMARK)}…` : text;
}

function rowData(row: FoldedRow, group: number): RowData {
  const { target, node, owner, exitCode, verdict } = row;
  const duration = durationOf(row);
  return [
    VERDICT_KINDS.indexOf(verdict.kind),
    printable(rowPath(row, false).join('/')),
    printable(target),
    printable(node),
    owner === undefined ? '' : printable(`${owner.kind.toLowerCase()}/${owner.name}`),
    exitCode ?? null,
    duration === undefined ? null : duration / 1000,
    group,
    remark(row),
  ];
}

/** JSON for a script element. Only `</` and `<!` could end or change one. */
function scriptJson(value: unknown): string {
  return printableJson(JSON.stringify(value)).replaceAll('<', '\\u003c');
}

const COLUMNS = ['Result', 'Pod', 'Target', 'Node', 'Owner', 'Exit', 'Took', 'Group', 'Remarks'];

/**
 * The table of all runs, in parts. The rows are data, which the script of the page shows a piece at a time, because ten
 * thousand rows of markup would keep a browser busy for seconds.
 */
export function* rowParts({ rows, sections, hasTarget }: ReportData): Generator<string, void> {
  const heads = COLUMNS.map(
    (name, index) =>
      `<th scope="col"${name === 'Target' && !hasTarget ? ' hidden' : ''}><button type="button" data-column="${index}">${name}</button></th>`,
  );
  yield `<div class="wide needs-script" tabindex="0" role="region" aria-label="All runs" hidden><table id="runs"><thead><tr>${heads.join('')}</tr></thead><tbody></tbody></table></div>
<p class="needs-script" hidden><button type="button" id="more">Show more</button></p>
<noscript><p class="more">The table of all runs needs scripts. The answers above have everything but each pod's duration.</p></noscript>
<script type="application/json" id="data">{"labels":${scriptJson(VERDICT_KINDS.map((kind) => [kind, VERDICTS[kind].label]))},"hasTarget":${hasTarget},"rows":[
`;
  const numbers = numberRows(sections);
  const numberOf = (row: FoldedRow): number => numbers.get(row) ?? 0;
  const sorted = rows.toSorted(
    (a, b) =>
      VERDICT_KINDS.indexOf(a.verdict.kind) - VERDICT_KINDS.indexOf(b.verdict.kind) ||
      numberOf(a) - numberOf(b),
  );
  for (const [index, row] of sorted.entries())
    yield `${index === 0 ? '' : ',\n'}${scriptJson(rowData(row, numberOf(row)))}`;
  yield ']}</script>\n';
}
