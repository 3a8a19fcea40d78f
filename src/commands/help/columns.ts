import { wrapWords } from '../../output/markdown/wrap-words.ts';

/** A term and what it means, side by side. */
export interface TermRow {
  readonly term: string;
  readonly text: string;
}

const INDENT = '  ';
const GAP = 2;
/** A text needs so many columns beside its term; with fewer it goes on the next line. */
const LEAST_TEXT = 24;
/** Longer lines are hard to read, also in a wide window. */
const MOST_COLUMNS = 120;

/** How many columns to use of a window. */
export function usedWidth(columns: number): number {
  return Math.min(columns, MOST_COLUMNS);
}

/** Lays out terms and texts in two columns; texts are wrapped, and in a narrow window go below their terms. */
export function layOutTerms(rows: readonly TermRow[], columns: number): readonly string[] {
  const width = usedWidth(columns);
  const start = INDENT.length + Math.max(0, ...rows.map(({ term }) => term.length)) + GAP;
  if (width - start >= LEAST_TEXT) return rows.flatMap((row) => besideTerm(row, start, width));
  const below = INDENT.repeat(3);
  return rows.flatMap(({ term, text }) => [
    INDENT + term,
    ...wrapWords(text, width - below.length).map((line) => below + line),
  ]);
}

function besideTerm({ term, text }: TermRow, start: number, width: number): readonly string[] {
  const [first = '', ...rest] = wrapWords(text, width - start);
  return [(INDENT + term).padEnd(start) + first, ...rest.map((line) => ' '.repeat(start) + line)];
}
