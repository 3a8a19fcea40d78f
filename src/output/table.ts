import { printable } from './printable.ts';

/** The cells of one row, as text from the cluster; the header is a row too. */
export type TableRow = readonly string[];

/** Rows as text, and the widths that the next page starts with. */
export interface TablePage {
  readonly text: string;
  /** Of each column, in characters, padding included; the last column has none. */
  readonly widths: readonly number[];
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
  return Array.from(text).length;
}

function growWidths(widths: readonly number[], cells: TableRow): readonly number[] {
  return cells
    .slice(0, -1)
    .map((cell, column) => Math.max(widths[column] ?? MIN_WIDTH, countCharacters(cell) + PADDING));
}

function layOutRow(cells: TableRow, widths: readonly number[]): string {
  const padded = widths.map((width, column) => {
    const cell = cells[column] ?? '';
    return cell + ' '.repeat(width - countCharacters(cell));
  });
  return `${padded.join('')}${cells.at(-1) ?? ''}\n`;
}

/**
 * Lays one page of a table out as kubectl does, so that the first rows of a long list can be shown before the last
 * ones are there: each column is as wide as its widest cell so far and never shrinks again. Cells are made printable.
 */
export function layOutTable(rows: readonly TableRow[], widthsBefore: readonly number[] = []): TablePage {
  const texts = rows.map((row) => row.map(cellText));
  const widths = texts.reduce(growWidths, widthsBefore);
  return { text: texts.map((cells) => layOutRow(cells, widths)).join(''), widths };
}
