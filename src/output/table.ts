import { printable } from './printable.ts';

/** The cells of one row, as text from the cluster; the header is a row too. */
export type TableRow = readonly string[];

/** A table that is written in parts. */
export interface Table {
  /** The text of more rows; the first call puts the header above them. Cells are made printable. */
  readonly rows: (rows: readonly TableRow[]) => string;
}

const MIN_WIDTH = 6;
const PADDING = 3;

/** As kubectl: what follows a line break is cut off (k8s.io/cli-runtime, printers/tableprinter.go). */
function cellText(cell: string): string {
  const end = cell.search(/[\n\r\f]/);
  return printable(end === -1 ? cell : `${cell.slice(0, end)}...`);
}

/** Characters, not UTF-16 units and not terminal columns: kubectl counts the same. */
function countCharacters(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}

function growWidths(widths: number[], cells: TableRow): void {
  for (let column = 0; column < cells.length - 1; column += 1) {
    const width = countCharacters(cells[column] ?? '') + PADDING;
    widths[column] = Math.max(widths[column] ?? MIN_WIDTH, width);
  }
}

function layOutRow(cells: TableRow, widths: readonly number[]): string {
  const padded = cells.slice(0, -1).map((cell, column) => {
    return cell + ' '.repeat((widths[column] ?? 0) - countCharacters(cell));
  });
  return `${padded.join('')}${cells.at(-1) ?? ''}\n`;
}

/**
 * Starts a table that is laid out as kubectl does it, but page by page, so that the first rows of a long list can be
 * shown before the last ones are there: each column is as wide as its widest cell so far and never shrinks again.
 */
export function openTable(header?: TableRow): Table {
  const widths: number[] = [];
  let above = header === undefined ? [] : [header];
  return {
    rows: (rows) => {
      const texts = [...above, ...rows].map((row) => row.map(cellText));
      above = [];
      for (const cells of texts) growWidths(widths, cells);
      return texts.map((cells) => layOutRow(cells, widths)).join('');
    },
  };
}
