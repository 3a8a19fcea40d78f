import { diffArrays } from 'diff';
import type { Io } from '../../../io.ts';

/** A line of a comparison; `gap` stands for equal lines that are left out. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'gap';
  readonly text: string;
}

/** Equal lines that are shown around a difference. */
const CONTEXT = 2;
/** Texts that are further apart have so little in common that a comparison helps nobody, and takes long. */
const MAX_EDITS = 2000;
/** Texts without an equal line are still shown side by side when both are as short as this. */
const SHORT_LINES = 12;

const NO_NEWLINE = '(no line break at the end)';

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return text.endsWith('\n') ? lines.slice(0, -1) : text === '' ? [] : lines;
}

/** Lines of both; where only one text ends in the middle of a line, that is a line of its own. */
function linesOfBoth(from: string, to: string): readonly [readonly string[], readonly string[]] {
  const endsOpen = (text: string): boolean => text !== '' && !text.endsWith('\n');
  const lines = (text: string, other: string): readonly string[] =>
    endsOpen(text) && !endsOpen(other) && other !== '' ? [...linesOf(text), NO_NEWLINE] : linesOf(text);
  return [lines(from, to), lines(to, from)];
}

function allLines(from: readonly string[], to: readonly string[]): readonly DiffLine[] | undefined {
  // Without an upper bound two long outputs with nothing in common would take minutes.
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
 * What `to` has other than `from`, line by line. undefined when a comparison would say no more than `to` itself: the
 * texts have no line in common and are long, or are too far apart. None when all lines are equal.
 */
export function diffOutputs(from: string, to: string): readonly DiffLine[] | undefined {
  const [fromLines, toLines] = linesOfBoth(from, to);
  const lines = allLines(fromLines, toLines);
  if (lines === undefined) return undefined;
  const isShort = fromLines.length <= SHORT_LINES && toLines.length <= SHORT_LINES;
  if (!isShort && !lines.some(({ kind }) => kind === 'same')) return undefined;
  return lines.every(({ kind }) => kind === 'same') ? [] : withoutDistantLines(lines);
}

/** One comparison takes half a second at most; thousands of outputs may each differ from the usual one. */
const ALL_MS = 10_000;

/** Makes `diffOutputs` for all outputs of an audit: once they have taken `allMs` together, no more are compared. */
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

/** As `diffOutputs`. */
export type Diff = (from: string, to: string) => readonly DiffLine[] | undefined;
