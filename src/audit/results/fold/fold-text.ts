import { hasRun } from '../../rows/run-row.ts';
import { printable, printableLines } from '../../../output/printable.ts';
import type { Styles } from '../../../output/say/styles.ts';
import { countText } from '../text/count-text.ts';
import { compareWithUsual, DIFF_SIGNS } from './compare-with-usual.ts';
import type { Diff, DiffLine } from './diff-outputs.ts';
import type { FoldGroup, FoldSample, FoldSection, GroupBy } from './fold-group.ts';
import {
  majorityOf,
  memberName,
  membersText,
  outcomeText,
  outputMarks,
  type Majority,
} from './group-words.ts';

interface FoldTextOptions {
  readonly styles: Styles;
  readonly groupBy: GroupBy | undefined;
  /** Whether names have the target, because a pod has several rows. */
  readonly showsTarget: boolean;
  /** Rewrites our command lines in a text as this audit was called, so that they work when pasted. */
  readonly asTyped: (text: string) => string;
  readonly diff: Diff;
}

/** Enough names for a terminal; `-o json` has all. */
const MAX_NAMES = 20;
/** Output is indented, so that it cannot be taken for a headline of ours. */
const INDENT = '  ';

function nameList(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).map(printable).join(', ');
  return more > 0 ? `${shown} and ${countText(more, 'more').replace(/s$/, '')}` : shown;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `${INDENT}${line}\n`).join('');
}

function outputLines(sample: FoldSample, { dim }: Styles): readonly string[] {
  const lines = printableLines(sample.text).replace(/\n$/, '').split('\n');
  const marks = outputMarks(sample).map(dim);
  return sample.isBinary || sample.text === '' ? marks : [...lines, ...marks];
}

function diffText(lines: readonly DiffLine[], styles: Styles): readonly string[] {
  const paint = { same: styles.dim, removed: styles.danger, added: styles.success, gap: styles.dim };
  return lines.map(({ kind, text }) => paint[kind](`${DIFF_SIGNS[kind]} ${printable(text)}`.trimEnd()));
}

function comparedLines(group: FoldGroup, usual: Majority, options: FoldTextOptions): readonly string[] {
  const sample = group.sample();
  const lines = compareWithUsual({ group, sample }, usual, options.diff);
  if (lines === undefined) return outputLines(sample, options.styles);
  if (lines.length === 0) return [options.styles.dim('(the same output)')];
  return [
    ...diffText(lines, options.styles),
    ...(sample.isTruncated ? outputMarks(sample).map(options.styles.dim) : []),
  ];
}

function reasonLines({ first, sample }: FoldGroup, { asTyped }: FoldTextOptions): readonly string[] {
  const message = sample().text;
  const hint = first.reason?.hint ?? '';
  return [
    ...(message === '' ? [] : [printable(message)]),
    ...(hint === '' ? [] : [`hint: ${asTyped(printable(hint))}`]),
  ];
}

function headline(group: FoldGroup, what: string, options: FoldTextOptions): string {
  const { styles } = options;
  const paint = { passed: styles.strong, unmet: styles.warning, failed: styles.danger, skipped: styles.dim };
  const pods = membersText(group.members);
  return paint[group.first.verdict.kind](`${pods}${what}${printable(outcomeText(group.first))}`);
}

function namesOf(group: FoldGroup, { showsTarget }: FoldTextOptions): string {
  return nameList(group.members.map((row) => memberName(row, showsTarget)));
}

function groupText(group: FoldGroup, majority: Majority | undefined, options: FoldTextOptions): string {
  const names = namesOf(group, options);
  if (!hasRun(group.first)) {
    const what = group.first.verdict.kind === 'skipped' ? ' ' : ' not audited: ';
    return `${headline(group, what, options)}: ${names}\n${indented(reasonLines(group, options))}`;
  }
  if (majority === undefined || majority.group === group) {
    // The names of the usual pods are of no interest, unless there are only one or two, or they failed the check.
    const who = group.members.length < 3 || group.first.verdict.kind === 'unmet' ? `: ${names}` : '';
    return `${headline(group, ': ', options)}${who}\n${indented(outputLines(group.sample(), options.styles))}`;
  }
  const what = group.members.length === 1 ? ' differs: ' : ' differ: ';
  return `${headline(group, what, options)}: ${names}\n${indented(comparedLines(group, majority, options))}`;
}

function sectionHeadline({ names }: FoldSection, { groupBy, styles }: FoldTextOptions): string {
  if (groupBy === undefined) return '';
  const title = names.length === 1 ? groupBy : countText(names.length, groupBy);
  return `${styles.strong(`${title}${names.length === 1 ? '' : ', each with the same result'}:`)} ${nameList(names)}\n`;
}

/** The sections as text, in parts to write one after the other. */
export function* foldText(
  sections: readonly FoldSection[],
  options: FoldTextOptions,
): Generator<string, void> {
  let isFirst = true;
  for (const section of sections) {
    const majority = majorityOf(section.groups);
    let head = sectionHeadline(section, options);
    for (const group of section.groups) {
      yield `${isFirst ? '' : '\n'}${head}${groupText(group, majority, options)}`;
      head = '';
      isFirst = false;
    }
  }
}
