import { printable } from '../printable.ts';

/** The meaning of a cell, which may be shown as a colour. */
export type Meaning = 'ready' | 'waiting' | 'failed' | 'done';

/** Text from the cluster. */
export type TableCell = string | { readonly text: string; readonly meaning: Meaning };

/** The header is a row too. */
export type TableRow = readonly TableCell[];

/** Colours a printable text. */
export type Paint = (text: string, meaning: Meaning) => string;

/** A table that is written in parts. */
export interface Table {
  /** The text of more rows; the first call also returns the header. Makes cells printable. */
  readonly rows: (rows: readonly TableRow[]) => string;
}

const MIN_WIDTH = 6;
const PADDING = 3;

/** Like kubectl, cuts a cell off at a line break (k8s.io/cli-runtime, printers/tableprinter.go). */
function cellText(cell: TableCell): string {
  const text = typeof cell === 'string' ? cell : cell.text;
  const end = text.search(/[\n\r\f]/);
  return printable(end === -1 ? text : `${text.slice(0, end)}...`);
}

/** Counts characters like kubectl: neither UTF-16 units nor terminal columns. */
function countCharacters(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}

function growWidths(widths: number[], cells: readonly string[]): void {
  for (let column = 0; column < cells.length - 1; column += 1) {
    const width = countCharacters(cells[column] ?? '') + PADDING;
    widths[column] = Math.max(widths[column] ?? MIN_WIDTH, width);
  }
}

function layOutRow(
  cells: readonly string[],
  widths: readonly number[],
  paintCell: (text: string, column: number) => string,
): string {
  const last = cells.length - 1;
  const laidOut = cells.map((cell, column) => {
    const padding = column === last ? 0 : (widths[column] ?? 0) - countCharacters(cell);
    return paintCell(cell, column) + ' '.repeat(padding);
  });
  return `${laidOut.join('')}\n`;
}

const UNPAINTED: Paint = (text) => text;

/**
 * Starts a table in the layout of kubectl, but page by page, so that the first rows of a long list are shown before the
 * last ones arrive: each column is as wide as its widest cell so far, and never shrinks. `room` are rows for which there must be
 * room from the beginning, because they may come.
 */
export function openTable(
  header?: TableRow,
  paint: Paint = UNPAINTED,
  room: readonly TableRow[] = [],
): Table {
  const widths: number[] = [];
  for (const row of room) growWidths(widths, row.map(cellText));
  let above = header === undefined ? [] : [header];
  return {
    rows: (rows) => {
      const all = [...above, ...rows];
      const texts = all.map((row) => row.map(cellText));
      above = [];
      for (const cells of texts) growWidths(widths, cells);
      return texts
        .map((cells, index) =>
          layOutRow(cells, widths, (text, column) => {
            const cell = all[index]?.[column] ?? '';
            return typeof cell === 'string' ? text : paint(text, cell.meaning);
          }),
        )
        .join('');
    },
  };
}
