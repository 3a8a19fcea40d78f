import { padText, textWidth, wrapWords } from './wrap-words.ts';

/** A table whose cells are text for a terminal. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
/** A column whose text is broken needs so many columns of the terminal to be read. */
const LEAST_COLUMN = 20;

function longestWord(text: string): number {
  return Math.max(0, ...text.split(' ').map(textWidth));
}

/** The width of each column; undefined if the table does not fit. */
function columnWidths({ head, rows }: TextTable, width: number): readonly number[] | undefined {
  const columns = head.map((title, at) => [title, ...rows.map((row) => row[at] ?? '')]);
  const natural = columns.map((cells) => Math.max(...cells.map(textWidth)));
  const words = columns.map((cells) => Math.max(...cells.map(longestWord)));
  const room = width - GAP * (columns.length - 1);
  const limited = (most: number): readonly number[] =>
    natural.map((wide, at) => Math.max(words[at] ?? 0, Math.min(wide, most)));
  for (let most = Math.max(LEAST_COLUMN, ...natural); most >= LEAST_COLUMN; most -= 1) {
    const widths = limited(most);
    if (widths.reduce((sum, each) => sum + each, 0) <= room) return widths;
  }
  return undefined;
}

function layOutRow(cells: readonly string[], widths: readonly number[]): readonly string[] {
  const wrapped = widths.map((width, at) => wrapWords(cells[at] ?? '', width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, at) => padText(wrapped[at]?.[line] ?? '', width))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/** Each row as a list of its cells, for a terminal that is too narrow for the table. */
function layOutAsList({ head, rows }: TextTable, width: number): readonly string[] {
  return rows.flatMap((cells, index) => {
    const [first = '', ...others] = cells;
    const more = others.flatMap((cell, at) => {
      const title = head[at + 1] ?? '';
      const text = title === '' ? cell : `${title}: ${cell}`;
      return cell === '' ? [] : wrapWords(text, width - 2).map((line) => `  ${line}`);
    });
    return [...(index === 0 ? [] : ['']), ...wrapWords(first, width), ...more];
  });
}

/** A table in columns if it fits into the width; else as a list. `strong` is for its head. */
export function layOutTable(
  table: TextTable,
  width: number,
  strong: (text: string) => string,
): readonly string[] {
  const widths = columnWidths(table, width);
  if (widths === undefined) return layOutAsList(table, width);
  const rows = table.rows.map((row) => layOutRow(row, widths));
  // Rows of several lines are told apart by an empty one.
  const isTall = rows.some((lines) => lines.length > 1);
  const body = rows.flatMap((lines, index) => (isTall && index > 0 ? ['', ...lines] : lines));
  const rule = widths.map((each) => '-'.repeat(each)).join(' '.repeat(GAP));
  return [...layOutRow(table.head, widths).map((line) => strong(line)), rule, ...body];
}
