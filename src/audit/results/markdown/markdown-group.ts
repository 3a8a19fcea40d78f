import { hasRun } from '../../rows/run-row.ts';
import { compareWithUsual, DIFF_SIGNS } from '../fold/compare-with-usual.ts';
import type { DiffLine } from '../fold/diff-outputs.ts';
import type { FoldGroup } from '../fold/fold-group.ts';
import { memberName, membersText, outcomeText, outputMarks, type Majority } from '../fold/group-words.ts';
import { VERDICTS, type GroupOptions } from '../report/report-data.ts';
import { numberText } from '../text/count-text.ts';
import { cutNote, cutText } from '../text/cut-text.ts';
import { codeBlock, inlineText, plainText } from './markdown-text.ts';

/** A summary is read at a glance; the page in HTML shows more, and `-o json` all. */
const MAX_CHARACTERS = 4000;
const MAX_NAMES = 20;

/** A group of equal answers, folded: it is open if it is not as expected, or as most. */
export function groupText(group: FoldGroup, majority: Majority | undefined, options: GroupOptions): string {
  const { kind } = group.first.verdict;
  const usual = hasRun(group.first) && majority?.group !== group ? majority : undefined;
  const isOpen = kind === 'unmet' || kind === 'failed' || usual !== undefined;
  return [
    `<details${isOpen ? ' open' : ''}>\n`,
    `<summary>${titleText(group, usual !== undefined)}</summary>\n\n`,
    `${namesText(group, options.hasTarget)}\n\n`,
    hasRun(group.first) ? answerText(group, usual, options) : reasonText(group, options),
    '\n</details>\n\n',
  ].join('');
}

function titleText({ members, first }: FoldGroup, differs: boolean): string {
  const verb = members.length === 1 ? ' differs' : ' differ';
  const who = `${VERDICTS[first.verdict.kind].label}: ${membersText(members)}${differs ? verb : ''}`;
  return `<b>${who}</b>: ${plainText(outcomeText(first))}`;
}

function namesText({ members }: FoldGroup, hasTarget: boolean): string {
  const shown = members.slice(0, MAX_NAMES).map((row) => inlineText(memberName(row, hasTarget)));
  const more = members.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}`;
}

function answerText(group: FoldGroup, usual: Majority | undefined, { diff }: GroupOptions): string {
  const sample = group.sample();
  const lines = usual && compareWithUsual({ group, sample }, usual, diff);
  const marks = outputMarks(sample).map((mark) => `${plainText(mark)}\n`);
  if (lines === undefined)
    return [...(sample.isBinary || sample.text === '' ? [] : [limited(sample.text)]), ...marks].join('\n');
  if (lines.length === 0) return '(the same output)\n';
  return [limited(diffText(lines), 'diff'), ...(sample.isTruncated ? marks : [])].join('\n');
}

const diffText = (lines: readonly DiffLine[]): string =>
  lines.map(({ kind, text }) => `${DIFF_SIGNS[kind]} ${text.replaceAll('\n', '\\n')}`).join('\n');

function reasonText({ first, sample }: FoldGroup, { asTyped }: GroupOptions): string {
  const hint = first.reason?.hint ?? '';
  const message = sample().text;
  return [
    ...(message === '' ? [] : [limited(message)]),
    ...(hint === '' ? [] : [`hint: ${inlineText(asTyped(hint))}\n`]),
  ].join('\n');
}

function limited(text: string, language: '' | 'diff' = ''): string {
  if (text.length <= MAX_CHARACTERS) return codeBlock(text, language);
  const cut = codeBlock(cutText(text, MAX_CHARACTERS), language);
  return `${cut}\n${cutNote(text)}\n`;
}
