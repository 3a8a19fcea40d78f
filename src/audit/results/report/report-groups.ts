import { hasRun } from '../../rows/run-row.ts';
import { countText, numberText } from '../text/count-text.ts';
import { compareWithUsual, DIFF_SIGNS } from '../fold/compare-with-usual.ts';
import type { Diff, DiffLine } from '../fold/diff-outputs.ts';
import { cutNote, cutText } from '../text/cut-text.ts';
import type { FoldGroup, FoldedRow, FoldSection } from '../fold/fold-group.ts';
import {
  majorityOf,
  memberName,
  membersText,
  outcomeText,
  outputMarks,
  type Majority,
} from '../fold/group-words.ts';
import { markupText } from '../../../output/page/markup-text.ts';
import { VERDICTS, type GroupOptions, type ReportData } from './report-data.ts';

/** How much of its output a group shows; the whole output is in JSON and in the files of --output-dir. */
const MAX_CHARACTERS = 20_000;
/** More groups are only counted: nobody reads thousands. The table of all runs has every run. */
const MAX_GROUPS = 300;
const MAX_NAMES = 12;
const MAX_ALL_NAMES = 500;

function limited(text: string): string {
  if (text.length <= MAX_CHARACTERS) return markupText(text);
  return `${markupText(cutText(text, MAX_CHARACTERS))}\n<i>${cutNote(text)}</i>`;
}

/** With a tab stop, because a region that scrolls has to be reachable by keyboard. */
function pre(label: string, body: string): string {
  return `<pre tabindex="0" role="region" aria-label="${label}">${body}</pre>`;
}

function marks(group: FoldGroup): string {
  return outputMarks(group.sample())
    .map((mark) => `<p class="mark">${markupText(mark)}</p>`)
    .join('');
}

function wholeOutput(group: FoldGroup): string {
  const { text, isBinary } = group.sample();
  const body = isBinary || text === '' ? '' : pre('Output', limited(text.replace(/\n$/, '')));
  return body + marks(group);
}

function diffBody(lines: readonly DiffLine[]): string {
  let left = MAX_CHARACTERS;
  const shown = lines.flatMap(({ kind, text }) => {
    left -= text.length + 2;
    return left < 0 ? [] : [`<span class="${kind}">${DIFF_SIGNS[kind]} ${markupText(text)}\n</span>`];
  });
  return shown.join('') + (left < 0 ? '<i>(cut here in this report)</i>' : '');
}

function comparison(group: FoldGroup, usual: Majority, diff: Diff): string {
  const sample = group.sample();
  const lines = compareWithUsual({ group, sample }, usual, diff);
  if (lines === undefined) return wholeOutput(group);
  if (lines.length === 0) return '<p class="mark">(the same output)</p>';
  return `${pre('Difference from the usual output', diffBody(lines))}${sample.isTruncated ? marks(group) : ''}`;
}

function reasonBody(group: FoldGroup, { asTyped }: GroupOptions): string {
  const hint = group.first.reason?.hint ?? '';
  const message = group.sample().text;
  return `${message === '' ? '' : `<p class="why">${markupText(message)}</p>`}${hint === '' ? '' : `<p class="mark">hint: ${markupText(asTyped(hint))}</p>`}`;
}

function nameItems(members: readonly FoldedRow[], hasTarget: boolean): string {
  return members.map((row) => `<li>${markupText(memberName(row, hasTarget))}</li>`).join('');
}

/** The first names, and the others behind a click. The usual group shows none at first. */
function names({ members }: FoldGroup, shownFirst: number, hasTarget: boolean): string {
  const first = members.slice(0, shownFirst);
  const more = members.length - first.length;
  const list = first.length === 0 ? '' : `<ul class="names">${nameItems(first, hasTarget)}</ul>`;
  if (more <= 0) return list;
  const rest = nameItems(members.slice(shownFirst, MAX_ALL_NAMES), hasTarget);
  const left = members.length - MAX_ALL_NAMES;
  const others = left > 0 ? `<li>and ${numberText(left)} more in the table of all runs</li>` : '';
  const summary = first.length === 0 ? 'Names' : `${numberText(more)} more`;
  return `${list}<details><summary>${summary}</summary><ul class="names">${rest}${others}</ul></details>`;
}

function bodyOf(group: FoldGroup, majority: Majority | undefined, options: GroupOptions): string {
  if (!hasRun(group.first)) return reasonBody(group, options);
  return majority === undefined || majority.group === group
    ? wholeOutput(group)
    : comparison(group, majority, options.diff);
}

function roleOf(group: FoldGroup, majority: Majority | undefined): string {
  if (!hasRun(group.first) || majority === undefined) return '';
  return majority.group === group
    ? `<span class="role">${group.members.length > 1 ? 'usual' : 'compared with'}</span>`
    : '<span class="role differs">differs</span>';
}

/** A group as an article, with the number that the table of all runs shows. */
function groupArticle(
  group: FoldGroup,
  { number, majority }: { readonly number: number; readonly majority: Majority | undefined },
  options: GroupOptions,
): string {
  const { kind } = group.first.verdict;
  const isUsual = majority?.group === group && kind === 'passed' && group.members.length > MAX_NAMES;
  const masked =
    hasRun(group.first) && group.sample().isMasked ? '<span class="role">names masked</span>' : '';
  return `<article class="group ${kind}" id="group-${number}">
<header><span class="badge ${kind}">${VERDICTS[kind].label}</span><h4>${membersText(group.members)}: ${markupText(outcomeText(group.first))}</h4>${roleOf(group, majority)}${masked}
<button type="button" class="pick" data-group="${number}" hidden>Show these runs</button></header>
${bodyOf(group, majority, options)}
${names(group, isUsual ? 0 : MAX_NAMES, options.hasTarget)}
</article>
`;
}

function sectionTitle({ names: all }: FoldSection, groupBy: ReportData['groupBy']): string {
  if (groupBy === undefined) return '<h3 class="sr">All pods</h3>';
  const title =
    all.length === 1
      ? `${groupBy} ${all[0] ?? ''}`
      : `${countText(all.length, groupBy)}, each with the same result`;
  const list =
    all.length === 1 ? '' : `<p class="mark">${markupText(all.slice(0, MAX_ALL_NAMES).join(', '))}</p>`;
  return `<h3>${markupText(title)}</h3>${list}`;
}

/** The groups of all sections, in parts. */
export function* groupParts(data: ReportData, options: GroupOptions): Generator<string, void> {
  let number = 0;
  for (const section of data.sections) {
    if (number < MAX_GROUPS) yield sectionTitle(section, data.groupBy);
    const majority = number < MAX_GROUPS ? majorityOf(section.groups) : undefined;
    for (const group of section.groups) {
      number += 1;
      if (number <= MAX_GROUPS) yield groupArticle(group, { number, majority }, options);
    }
  }
  const more = number - MAX_GROUPS;
  if (more > 0)
    yield `<p class="more">${numberText(more)} more groups are in the table of all runs only.</p>\n`;
}

/** The number of each row's group. */
export function numberRows(sections: readonly FoldSection[]): ReadonlyMap<FoldedRow, number> {
  const groups = sections.flatMap((section) => section.groups);
  return new Map(groups.flatMap(({ members }, index) => members.map((row) => [row, index + 1] as const)));
}
