import { numberText } from '../text/count-text.ts';
import { durationOf, durationText } from '../text/duration-text.ts';
import type { FoldedRow } from '../fold/fold-group.ts';
import { groupRows } from '../fold/group-rows.ts';
import { markupText } from '../../../output/page/markup-text.ts';
import type { Tally } from '../sinks/row-sink.ts';
import { binDurations, quantile } from './duration-bins.ts';
import { VERDICT_KINDS, VERDICTS, type ReportData } from './report-data.ts';

/** About the width of a chart on the page, so that its text keeps its size. */
const WIDTH = 360;

function figure(title: string, words: string, body: string): string {
  return `<figure><figcaption><h3>${markupText(title)}</h3><p>${markupText(words)}</p></figcaption>${body}</figure>\n`;
}

function svg(height: number, label: string, body: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${markupText(label)}">${body}</svg>`;
}

const BAR_HEIGHT = 24;

/** One bar in parts, each wide enough to be seen, and its numbers in words for screen readers. */
function tallyBar(tally: Tally): string {
  const total = VERDICT_KINDS.reduce((sum, kind) => sum + tally[kind], 0);
  const parts = VERDICT_KINDS.filter((kind) => tally[kind] > 0);
  const least = 4;
  const free = WIDTH - least * parts.length;
  let x = 0;
  const bars = parts.map((kind) => {
    const width = least + (free * tally[kind]) / total;
    const place = `x="${x.toFixed(1)}" y="0" width="${(width - 1).toFixed(1)}" height="${BAR_HEIGHT}"`;
    x += width;
    const title = `${VERDICTS[kind].label}: ${numberText(tally[kind])}`;
    return `<rect class="${kind}" ${place} rx="2"><title>${title}</title></rect>`;
  });
  const words = VERDICT_KINDS.map((kind) => `${VERDICTS[kind].label} ${numberText(tally[kind])}`).join(', ');
  return svg(BAR_HEIGHT, words, bars.join(''));
}

function countVerdicts(rows: readonly FoldedRow[]): Tally {
  const count = (kind: keyof Tally): number => rows.filter(({ verdict }) => verdict.kind === kind).length;
  return {
    passed: count('passed'),
    unmet: count('unmet'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
}

function outcomeName({ outcome, exitCode }: FoldedRow): string {
  return outcome === 'exited' ? `exit code ${exitCode ?? 'unknown'}` : outcome;
}

/** The outcomes as one bar, and the number of each. */
export function outcomesFigure({ rows, tally }: ReportData): string {
  const byOutcome = [...groupRows(rows, (row) => `${row.verdict.kind} ${outcomeName(row)}`)];
  const listed = byOutcome.toSorted(([, one], [, other]) => other.length - one.length);
  const legend = listed.flatMap(([, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    const { kind } = first.verdict;
    const { label } = VERDICTS[kind];
    const name = kind === 'skipped' ? label : `${label}, ${outcomeName(first)}`;
    return [`<li><i class="${kind}"></i>${markupText(name)}<b>${numberText(members.length)}</b></li>`];
  });
  return figure(
    'Outcomes',
    'What became of each run',
    `${tallyBar(tally)}<ul class="legend">${legend.join('')}</ul>`,
  );
}

const BAR_AREA = { height: 170, top: 18, bottom: 24 } as const;

/** The durations of the commands as bars; '' if none ran. */
export function durationsFigure({ rows }: ReportData): string {
  const durations = rows.flatMap((row) => durationOf(row) ?? []);
  const bins = binDurations(durations);
  if (bins.length === 0) return '';
  const most = Math.max(...bins.map(({ count }) => count));
  const step = WIDTH / Math.max(bins.length, 4);
  const full = BAR_AREA.height - BAR_AREA.top - BAR_AREA.bottom;
  const base = BAR_AREA.height - BAR_AREA.bottom;
  const bars = bins.map(({ label, count }, index) => {
    const height = count === 0 ? 0 : Math.max((full * count) / most, 2);
    const [x, middle] = [index * step + 3, index * step + step / 2];
    const rect = `<rect class="bar" x="${x.toFixed(1)}" y="${(base - height).toFixed(1)}" width="${(step - 6).toFixed(1)}" height="${height.toFixed(1)}" rx="2"/>`;
    const above = `<text x="${middle.toFixed(1)}" y="${(base - height - 5).toFixed(1)}">${numberText(count)}</text>`;
    return `${rect}${above}<text class="axis" x="${middle.toFixed(1)}" y="${BAR_AREA.height - 7}">${markupText(label)}</text>`;
  });
  const line = `<line x1="0" x2="${WIDTH}" y1="${base}" y2="${base}"/>`;
  const label = bins.map((bin) => `${bin.label}: ${numberText(bin.count)}`).join(', ');
  return figure('Durations', durationWords(durations), svg(BAR_AREA.height, label, line + bars.join('')));
}

function durationWords(durations: readonly number[]): string {
  const text = (share: number): string => durationText(quantile(durations, share) ?? 0);
  return `Half took at most ${text(0.5)}, 95% at most ${text(0.95)}, the longest ${text(1)}`;
}

const MAX_PLACES = 8;

/** How a page heads the chart of each kind of place. */
const PLACES = { context: 'Contexts', namespace: 'Namespaces', node: 'Nodes' } as const;
const PLACE_KINDS = ['context', 'namespace', 'node'] as const;

/** The contexts, namespaces, or else nodes, with most commands that did not pass, each with a bar; '' if there is only one. */
export function placesFigure({ rows }: ReportData): string {
  const place = PLACE_KINDS.find((each) => new Set(rows.map((row) => row[each])).size > 1);
  if (place === undefined) return '';
  const places = [...groupRows(rows, (row) => row[place] ?? '')].map(([name, members]) => ({
    name,
    tally: countVerdicts(members),
    size: members.length,
  }));
  const problems = ({ tally: { unmet, failed } }: (typeof places)[number]): number => unmet + failed;
  const sorted = places.toSorted((a, b) => problems(b) - problems(a) || b.size - a.size);
  const items = sorted.slice(0, MAX_PLACES).map(({ name, tally, size }) => {
    return `<tr><th scope="row">${markupText(name || `no ${place}`)}</th><td>${tallyBar(tally)}</td><td class="n">${numberText(tally.unmet + tally.failed)} of ${numberText(size)}</td></tr>`;
  });
  const more = places.length > MAX_PLACES ? `, the first ${MAX_PLACES} of ${numberText(places.length)}` : '';
  const head = `<thead class="sr"><tr><th>${place}</th><th>verdicts</th><th>not passed or not audited</th></tr></thead>`;
  const table = `<table class="places">${head}<tbody>${items.join('')}</tbody></table>`;
  return figure(PLACES[place], `Those with most that did not pass or was not audited${more}`, table);
}
