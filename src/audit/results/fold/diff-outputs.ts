import { diffArrays } from 'diff';
import type { Io } from '../../../io.ts';

/** A line of a difference; `gap` stands for equal lines that are left out. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

/** How many equal lines are shown around a difference. */
const CONTEXT = 2;
/** Texts that differ more have little in common, and comparing them takes long. */
const MAX_EDITS = 2000;
/** If both texts have at most so many lines, they are compared even without an equal line. */
const SHORT_LINES = 12;

const NO_NEWLINE = '(no line break at the end)';

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : text === '' ? [] : lines;
}

/** The lines of both texts. If only one of them lacks the line break at the end, a line of ours says so. */
function linesOfBoth(from: string, to: string): readonly [readonly string[], readonly string[]] {
  const endsOpen = (text: string): boolean => text !== '' && !text.endsWith('\n');
  const lines = (text: string, other: string): readonly string[] =>
    endsOpen(text) && !endsOpen(other) && other !== '' ? [...linesOf(text), NO_NEWLINE] : linesOf(text);
  return [lines(from, to), lines(to, from)];
}

function allLines(from: readonly string[], to: readonly string[]): readonly DiffLine[] | undefined {
  // Without a limit, two long outputs with nothing in common would take minutes.
  const changes = diffArrays([...from], [...to], { maxEditLength: MAX_EDITS });
  return changes?.flatMap(({ added, removed, value }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return value.map((text): DiffLine => ({ kind, text }));
  });
}

function withoutDistantLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    for (let near = Math.max(0, index - CONTEXT); near <= index + CONTEXT; near += 1) isNear[near] = true;
  });
  return lines.flatMap((line, index): readonly DiffLine[] => {
    if (isNear[index] === true) return [line];
    return index === 0 || isNear[index - 1] === true ? [{ kind: 'gap', text: '' }] : [];
  });
}

/**
 * Compares two texts line by line; no lines if they are equal. undefined if a comparison would say no more than `to`
 * itself: the texts are long without a line in common, or differ too much.
 */
export function diffOutputs(from: string, to: string): readonly DiffLine[] | undefined {
  const [fromLines, toLines] = linesOfBoth(from, to);
  const lines = allLines(fromLines, toLines);
  if (lines === undefined) return undefined;
  const isShort = fromLines.length <= SHORT_LINES && toLines.length <= SHORT_LINES;
  if (!isShort && !lines.some(({ kind }) => kind === 'same')) return undefined;
  return lines.every(({ kind }) => kind === 'same') ? [] : withoutDistantLines(lines);
}

/** A comparison takes up to half a second, and thousands of outputs may differ from the usual one. */
const ALL_MS = 10_000;

/** Makes a `diffOutputs` for all outputs of an audit, which returns undefined after `allMs` of comparing. */
export function makeDiff(now: Io['now'], allMs = ALL_MS): Diff {
  let spentMs = 0;
  return (from, to) => {
    if (spentMs >= allMs) return undefined;
    const startedMs = now().getTime();
    const lines = diffOutputs(from, to);
    spentMs += now().getTime() - startedMs;
    return lines;
  };
}

/** `diffOutputs`, or one with a time limit. */
export type Diff = (from: string, to: string) => readonly DiffLine[] | undefined;
