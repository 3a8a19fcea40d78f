import { hasRun } from '../../rows/run-row.ts';
import { countText, numberText } from '../text/count-text.ts';
import { durationText } from '../text/duration-text.ts';
import { markupText } from '../../../output/page/markup-text.ts';
import { pageHead } from '../../../output/page/page-head.ts';
import { durationsFigure, outcomesFigure, placesFigure } from './report-charts.ts';
import {
  commandText,
  timeText,
  VERDICT_KINDS,
  VERDICTS,
  WHY_NOT_COMPLETE,
  type ReportData,
  type GroupOptions,
} from './report-data.ts';
import { groupParts } from './report-groups.ts';
import { rowParts } from './report-rows.ts';
import { REPORT_SCRIPT } from './report-script.ts';
import { REPORT_STYLE } from './report-style.ts';

function totalOf({ tally }: ReportData): number {
  return VERDICT_KINDS.reduce((sum, kind) => sum + tally[kind], 0);
}

function head(data: ReportData): string {
  const title = `Audit: ${commandText(data.summary)}`;
  return `${pageHead({ title, style: REPORT_STYLE, script: REPORT_SCRIPT })}<div class="page">
`;
}

function facts({ summary }: ReportData): string {
  const { image, reason = '', runId, startedAt, finishedAt, shard } = summary;
  const all: readonly (readonly [string, string])[] = [
    ['Image', image],
    ['Reason', reason],
    ['Started', timeText(startedAt)],
    ['Took', durationText(finishedAt.getTime() - startedAt.getTime())],
    ['Run', runId],
    ...(shard === undefined ? [] : [['Shard', `${shard.index} of ${shard.count}`] as const]),
  ];
  const known = all.filter(([, value]) => value !== '');
  return known.map(([name, value]) => `<span>${name} <b>${markupText(value)}</b></span>`).join('');
}

function banner(data: ReportData): string {
  const text = WHY_NOT_COMPLETE[data.summary.end];
  return text === undefined ? '' : `<p class="banner" role="note"><b>Not complete.</b> ${text}</p>`;
}

function tiles(data: ReportData): string {
  const total = totalOf(data);
  const items = VERDICT_KINDS.map((kind) => {
    const count = data.tally[kind];
    const { label, meaning } = VERDICTS[kind];
    const share = count === 0 ? '' : ` · ${((100 * count) / total).toFixed(count === total ? 0 : 1)}%`;
    return `<li class="tile ${kind}${count === 0 ? ' none' : ''}"><b>${numberText(count)}</b><span>${label}</span>${share}<small>${meaning}</small></li>`;
  });
  return `<ul class="tiles">${items.join('')}</ul>`;
}

function header(data: ReportData): string {
  return `<header>
<div class="top"><div><p class="eyebrow">kubectl-debug audit</p><h1><code>${markupText(commandText(data.summary))}</code></h1></div>
<button type="button" id="theme" class="needs-script" hidden>Dark</button></div>
<p class="facts">${facts(data)}</p>
${banner(data)}
</header>
<main>
<section aria-labelledby="summary"><h2 id="summary" class="sr">Summary</h2>
${tiles(data)}
<div class="charts">
${outcomesFigure(data)}${durationsFigure(data)}${placesFigure(data)}</div>
</section>
`;
}

function filters({ tally }: ReportData): string {
  const buttons = VERDICT_KINDS.filter((kind) => tally[kind] > 0).map(
    (kind) =>
      `<button type="button" data-filter="${kind}" aria-pressed="false">${VERDICTS[kind].label} ${numberText(tally[kind])}</button>`,
  );
  return `<div class="filters needs-script" hidden><input type="search" id="search" placeholder="Search pods, nodes, owners, exit codes, remarks" aria-label="Search all runs">
<button type="button" data-filter="" aria-pressed="true">All</button>${buttons.join('')}<button type="button" id="group-chip" hidden></button>
<span class="count" id="count" role="status"></span></div>
`;
}

/** How far the outputs agree. No verdict says that: all commands may exit with 0 and print something else. */
function answersText({ sections, rows, groupBy }: ReportData): string {
  if (rows.length === 0) return 'Nothing was audited.';
  const groups = sections.flatMap((section) => section.groups.filter(({ first }) => hasRun(first)));
  const usual = sections.flatMap(
    (section) => section.groups.find(({ first }) => hasRun(first))?.members ?? [],
  ).length;
  const ran = groups.reduce((sum, { members }) => sum + members.length, 0);
  if (ran === 0) return 'The command ran in no pod.';
  if (ran === 1) return 'One run has an answer.';
  const answers = countText(groups.length, 'different answer');
  if (usual === ran)
    return sections.length === 1
      ? `All ${countText(ran, 'run')} that ended gave the same answer.`
      : `${answers}, and within each ${groupBy ?? 'section'} all agree.`;
  if (groups.length === ran) return `${answers}: no two runs gave the same.`;
  return `${answers}: ${countText(usual, 'run')} gave the usual one, ${numberText(ran - usual)} another.`;
}

const FOOT = `</section>
</main>
<footer>Made by kubectl-debug. Pods whose outputs are equal are shown once; each pod's own name, addresses, uid, node, namespace and
debug container are masked before outputs are compared. Times are those of the cluster, in whole seconds.</footer>
</div>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;

/** The report as one HTML page that needs no other file, in parts to write one after the other. */
export function* reportPage(
  data: ReportData,
  options: Pick<GroupOptions, 'diff' | 'asTyped'>,
): Generator<string, void> {
  yield head(data) + header(data);
  yield '<section aria-labelledby="answers"><h2 id="answers">What the pods answered</h2>\n';
  yield `<p class="more">${markupText(answersText(data))}</p>\n`;
  yield* groupParts(data, { hasTarget: data.hasTarget, ...options });
  yield '</section>\n<section aria-labelledby="all"><h2 id="all">All runs</h2>\n';
  yield filters(data);
  yield* rowParts(data);
  yield FOOT;
}
