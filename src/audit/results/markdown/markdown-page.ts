import { majorityOf } from '../fold/group-words.ts';
import type { FoldSection } from '../fold/fold-group.ts';
import {
  commandText,
  timeText,
  VERDICT_KINDS,
  VERDICTS,
  WHY_NOT_COMPLETE,
  type ReportData,
  type GroupOptions,
} from '../report/report-data.ts';
import { tallyText } from '../sinks/tally-text.ts';
import { countText, numberText } from '../text/count-text.ts';
import { cutText } from '../text/cut-text.ts';
import { groupText } from './markdown-group.ts';
import { inlineText, plainText } from './markdown-text.ts';

/**
 * GitHub refuses the summary of a step beyond 1 MiB. The rest is for the last line, and for what a job adds of its own. See
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions#adding-a-job-summary
 */
const MOST_BYTES = 1000 * 1000;
const MAX_COMMAND = 2000;
const MAX_NAMES = 50;

/** The report in Markdown, in parts. Groups beyond the bound are counted. */
export function* markdownPage(data: ReportData, options: GroupOptions): Generator<string, void> {
  let left = MOST_BYTES;
  let leftOut = 0;
  for (const part of parts(data, options)) {
    left -= Buffer.byteLength(part);
    if (left >= 0) yield part;
    else leftOut += 1;
  }
  if (leftOut > 0) yield `**${countText(leftOut, 'more part')}** of this report would not fit into 1 MiB.\n`;
}

function* parts(data: ReportData, options: GroupOptions): Generator<string, void> {
  yield headText(data);
  for (const section of data.sections) {
    const usual = majorityOf(section.groups);
    const title = sectionTitle(section, data);
    if (title !== '') yield title;
    for (const group of section.groups) yield groupText(group, usual, options);
  }
}

function headText({ summary, tally }: ReportData): string {
  const why = WHY_NOT_COMPLETE[summary.end];
  const command = commandText(summary);
  const shown = command.length > MAX_COMMAND ? `${cutText(command, MAX_COMMAND)}…` : command;
  const { image, reason = '', runId, startedAt } = summary;
  const facts = Object.entries({ Image: image, Reason: reason, Started: timeText(startedAt), Run: runId });
  return [
    `### Audit: ${inlineText(shown)}`,
    ...(why === undefined ? [] : [`> **Not complete.** ${plainText(why)}`]),
    `**${tallyText(summary, tally)}**`,
    [
      `| ${VERDICT_KINDS.map((kind) => VERDICTS[kind].label).join(' | ')} |`,
      `| ${VERDICT_KINDS.map(() => '---:').join(' | ')} |`,
      `| ${VERDICT_KINDS.map((kind) => numberText(tally[kind])).join(' | ')} |`,
    ].join('\n'),
    facts.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${inlineText(value)}`])).join(', '),
    '',
  ].join('\n\n');
}

function sectionTitle({ names }: FoldSection, { groupBy }: ReportData): string {
  if (groupBy === undefined) return '';
  const shown = names.slice(0, MAX_NAMES).map(inlineText).join(', ');
  const more = names.length - MAX_NAMES;
  const what =
    names.length === 1 ? groupBy : `${countText(names.length, groupBy)}, each with the same result`;
  return `#### ${what}: ${shown}${more > 0 ? ` and ${numberText(more)} more` : ''}\n\n`;
}
